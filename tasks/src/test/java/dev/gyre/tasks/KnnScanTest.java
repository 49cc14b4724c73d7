package dev.gyre.tasks;

class KnnScanTest extends KnnKernelContract {

    KnnScanTest() {
        super(KnnScan::nearest);
    }
}
