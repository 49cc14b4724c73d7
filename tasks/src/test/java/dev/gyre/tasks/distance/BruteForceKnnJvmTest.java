package dev.gyre.tasks.distance;

class BruteForceKnnJvmTest extends KnnKernelContract {

    BruteForceKnnJvmTest() {
        super(BruteForceKnnJvm::nearest);
    }
}
