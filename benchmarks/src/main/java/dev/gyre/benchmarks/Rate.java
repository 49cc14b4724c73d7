package dev.gyre.benchmarks;

/** A figure worked out from a time and the size of its case. */
enum Rate {
    /** Rows answered. */
    ROWS("rows/s") {
        @Override
        double of(Measurement measurement) {
            return measurement.rows() / measurement.seconds();
        }
    },
    /** Time for each row. */
    NANOS("ns/row") {
        @Override
        double of(Measurement measurement) {
            return measurement.seconds() * 1e9 / measurement.rows();
        }
    },
    /** Distances of a brute-force join, of all points with themselves or with queries. */
    PAIRS("10^9 pairs/s") {
        @Override
        double of(Measurement measurement) {
            String queries = measurement.parameters().get("queries");
            double rows = queries == null ? measurement.rows() : Double.parseDouble(queries);
            return rows * measurement.rows() / measurement.seconds() / 1e9;
        }
    },
    /** Values of a matrix that were looked at. */
    VALUES("10^9 values/s") {
        @Override
        double of(Measurement measurement) {
            double rows = Double.parseDouble(measurement.parameters().getOrDefault("rows", "1"));
            return rows * measurement.rows() / measurement.seconds() / 1e9;
        }
    },
    /** Bytes copied. */
    BYTES("GiB/s") {
        @Override
        double of(Measurement measurement) {
            return measurement.bytes() / measurement.seconds() / (1L << 30);
        }
    },
    /** Operations of the distances of a brute-force join: three for each pair and dimension. */
    DISTANCE_FLOPS("GFLOP/s") {
        @Override
        double of(Measurement measurement) {
            return FLOPS_OF_DIMENSION
                    * Integer.parseInt(measurement.parameters().get("dims"))
                    * PAIRS.of(measurement);
        }
    },
    /** Operations that were counted. */
    FLOPS("GFLOP/s") {
        @Override
        double of(Measurement measurement) {
            return measurement.flops() / measurement.seconds() / 1e9;
        }
    },
    /** Windows of a call that has {@link BoxCalls#TRIED} of them. */
    WINDOWS("us/window") {
        @Override
        double of(Measurement measurement) {
            return measurement.seconds() * 1e6 / BoxCalls.TRIED;
        }
    },
    /** Launches of stages. */
    STAGES("us/stage") {
        @Override
        double of(Measurement measurement) {
            return measurement.seconds()
                    * 1e6
                    / Integer.parseInt(measurement.parameters().get("stages"));
        }
    };

    /** Operations for each dimension of a squared distance in its direct form: subtract, multiply, add. */
    static final int FLOPS_OF_DIMENSION = 3;

    private final String title;

    Rate(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    abstract double of(Measurement measurement);
}
