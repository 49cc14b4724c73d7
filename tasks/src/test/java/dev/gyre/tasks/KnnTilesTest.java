package dev.gyre.tasks;

class KnnTilesTest extends KnnKernelContract {

    KnnTilesTest() {
        super(KnnTiles::nearest);
    }
}
