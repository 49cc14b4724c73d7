package dev.gyre.engine.program;

import java.io.Serializable;

/**
 * A kernel as the engine calls it: a reference to a {@code public static void} method over the items
 * {@code begin .. end-1}, its arguments and nothing captured.
 *
 * <p>It is serializable so that a backend can find the method behind the reference. The nested interfaces give one arity
 * each; primitive arguments are boxed once per slice, never per item.
 */
public interface KernelFunction extends Serializable {

    /**
     * Handles the items {@code begin .. end-1}.
     *
     * @param begin first item
     * @param end after the last item
     * @param arguments the kernel's arguments after {@code begin} and {@code end}
     * @throws ClassCastException if an argument is not of the kernel's type
     */
    void invoke(int begin, int end, Object... arguments);

    /**
     * Number of arguments after {@code begin} and {@code end}.
     *
     * @return the arity
     */
    int arity();

    /**
     * A kernel of one argument.
     *
     * @param <A> type of argument 1
     */
    @FunctionalInterface
    interface Of1<A> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         */
        void run(int begin, int end, A a);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(begin, end, (A) arguments[0]);
        }

        @Override
        default int arity() {
            return 1;
        }
    }

    /**
     * A kernel of two arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     */
    @FunctionalInterface
    interface Of2<A, B> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         */
        void run(int begin, int end, A a, B b);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(begin, end, (A) arguments[0], (B) arguments[1]);
        }

        @Override
        default int arity() {
            return 2;
        }
    }

    /**
     * A kernel of three arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     */
    @FunctionalInterface
    interface Of3<A, B, C> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         */
        void run(int begin, int end, A a, B b, C c);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(begin, end, (A) arguments[0], (B) arguments[1], (C) arguments[2]);
        }

        @Override
        default int arity() {
            return 3;
        }
    }

    /**
     * A kernel of four arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     */
    @FunctionalInterface
    interface Of4<A, B, C, D> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         */
        void run(int begin, int end, A a, B b, C c, D d);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(begin, end, (A) arguments[0], (B) arguments[1], (C) arguments[2], (D) arguments[3]);
        }

        @Override
        default int arity() {
            return 4;
        }
    }

    /**
     * A kernel of five arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     */
    @FunctionalInterface
    interface Of5<A, B, C, D, E> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         */
        void run(int begin, int end, A a, B b, C c, D d, E e);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(begin, end, (A) arguments[0], (B) arguments[1], (C) arguments[2], (D) arguments[3], (E) arguments[4]);
        }

        @Override
        default int arity() {
            return 5;
        }
    }

    /**
     * A kernel of six arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     */
    @FunctionalInterface
    interface Of6<A, B, C, D, E, F> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5]);
        }

        @Override
        default int arity() {
            return 6;
        }
    }

    /**
     * A kernel of seven arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     * @param <G> type of argument 7
     */
    @FunctionalInterface
    interface Of7<A, B, C, D, E, F, G> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         * @param g argument 7
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f, G g);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5],
                    (G) arguments[6]);
        }

        @Override
        default int arity() {
            return 7;
        }
    }

    /**
     * A kernel of eight arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     * @param <G> type of argument 7
     * @param <H> type of argument 8
     */
    @FunctionalInterface
    interface Of8<A, B, C, D, E, F, G, H> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         * @param g argument 7
         * @param h argument 8
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f, G g, H h);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5],
                    (G) arguments[6],
                    (H) arguments[7]);
        }

        @Override
        default int arity() {
            return 8;
        }
    }

    /**
     * A kernel of nine arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     * @param <G> type of argument 7
     * @param <H> type of argument 8
     * @param <I> type of argument 9
     */
    @FunctionalInterface
    interface Of9<A, B, C, D, E, F, G, H, I> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         * @param g argument 7
         * @param h argument 8
         * @param i argument 9
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f, G g, H h, I i);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5],
                    (G) arguments[6],
                    (H) arguments[7],
                    (I) arguments[8]);
        }

        @Override
        default int arity() {
            return 9;
        }
    }

    /**
     * A kernel of ten arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     * @param <G> type of argument 7
     * @param <H> type of argument 8
     * @param <I> type of argument 9
     * @param <J> type of argument 10
     */
    @FunctionalInterface
    interface Of10<A, B, C, D, E, F, G, H, I, J> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         * @param g argument 7
         * @param h argument 8
         * @param i argument 9
         * @param j argument 10
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f, G g, H h, I i, J j);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5],
                    (G) arguments[6],
                    (H) arguments[7],
                    (I) arguments[8],
                    (J) arguments[9]);
        }

        @Override
        default int arity() {
            return 10;
        }
    }

    /**
     * A kernel of eleven arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     * @param <G> type of argument 7
     * @param <H> type of argument 8
     * @param <I> type of argument 9
     * @param <J> type of argument 10
     * @param <K> type of argument 11
     */
    @FunctionalInterface
    interface Of11<A, B, C, D, E, F, G, H, I, J, K> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         * @param g argument 7
         * @param h argument 8
         * @param i argument 9
         * @param j argument 10
         * @param k argument 11
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5],
                    (G) arguments[6],
                    (H) arguments[7],
                    (I) arguments[8],
                    (J) arguments[9],
                    (K) arguments[10]);
        }

        @Override
        default int arity() {
            return 11;
        }
    }

    /**
     * A kernel of twelve arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     * @param <G> type of argument 7
     * @param <H> type of argument 8
     * @param <I> type of argument 9
     * @param <J> type of argument 10
     * @param <K> type of argument 11
     * @param <L> type of argument 12
     */
    @FunctionalInterface
    interface Of12<A, B, C, D, E, F, G, H, I, J, K, L> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         * @param g argument 7
         * @param h argument 8
         * @param i argument 9
         * @param j argument 10
         * @param k argument 11
         * @param l argument 12
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5],
                    (G) arguments[6],
                    (H) arguments[7],
                    (I) arguments[8],
                    (J) arguments[9],
                    (K) arguments[10],
                    (L) arguments[11]);
        }

        @Override
        default int arity() {
            return 12;
        }
    }

    /**
     * A kernel of thirteen arguments.
     *
     * @param <A> type of argument 1
     * @param <B> type of argument 2
     * @param <C> type of argument 3
     * @param <D> type of argument 4
     * @param <E> type of argument 5
     * @param <F> type of argument 6
     * @param <G> type of argument 7
     * @param <H> type of argument 8
     * @param <I> type of argument 9
     * @param <J> type of argument 10
     * @param <K> type of argument 11
     * @param <L> type of argument 12
     * @param <M> type of argument 13
     */
    @FunctionalInterface
    interface Of13<A, B, C, D, E, F, G, H, I, J, K, L, M> extends KernelFunction {

        /**
         * Handles the items {@code begin .. end-1}.
         *
         * @param begin first item
         * @param end after the last item
         * @param a argument 1
         * @param b argument 2
         * @param c argument 3
         * @param d argument 4
         * @param e argument 5
         * @param f argument 6
         * @param g argument 7
         * @param h argument 8
         * @param i argument 9
         * @param j argument 10
         * @param k argument 11
         * @param l argument 12
         * @param m argument 13
         */
        void run(int begin, int end, A a, B b, C c, D d, E e, F f, G g, H h, I i, J j, K k, L l, M m);

        @Override
        @SuppressWarnings("unchecked")
        default void invoke(int begin, int end, Object... arguments) {
            run(
                    begin,
                    end,
                    (A) arguments[0],
                    (B) arguments[1],
                    (C) arguments[2],
                    (D) arguments[3],
                    (E) arguments[4],
                    (F) arguments[5],
                    (G) arguments[6],
                    (H) arguments[7],
                    (I) arguments[8],
                    (J) arguments[9],
                    (K) arguments[10],
                    (L) arguments[11],
                    (M) arguments[12]);
        }

        @Override
        default int arity() {
            return 13;
        }
    }
}
