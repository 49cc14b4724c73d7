package dev.gyre.tasks.distance;

class BruteForceKnnTest extends KnnKernelContract {

    BruteForceKnnTest() {
        super(BruteForceKnn::nearest);
    }
}
