package dev.gyre.engine.team;

import dev.gyre.engine.data.ExecutionReport;
import dev.gyre.engine.data.ExecutionReport.DeviceShare;
import dev.gyre.engine.data.Monitor;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.program.Device;
import dev.gyre.engine.program.DeviceException;
import dev.gyre.engine.program.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;

/**
 * The devices that do a call together, or the one that does it alone. Immutable and safe for use by several threads.
 *
 * <p>Each device prepares by itself, on its own thread, and answers batches as soon as it is ready, while others still compile or copy. The
 * calling thread watches. A device that fails is left out, and the others answer the batches that it had taken. When everything is
 * answered, the preparation of a device that is not ready is cancelled, and the call ends without it.
 *
 * @param members the devices, 1 or more
 */
public record Team(List<Member> members) {

    /** Queries that keep the threads of a JVM busy for longer than it takes to start them. */
    private static final int MIN_OF_JVM = 1 << 12;

    /**
     * Queries that keep an accelerator busy for longer than it takes to start it. By all distances, 2^17 queries took two H200s 92 ms in
     * batches of 2^14 and less, and one alone 44 ms: fewer queries than the device has threads take as long as one query for each thread.
     */
    private static final int MIN_OF_DEVICE = 1 << 16;

    /** Queries for which a device has room if several do the call: a batch of fewer queries copies as much as a full one. */
    private static final int SHARED_BATCH = 1 << 19;

    /** Seconds of a batch of rows below which the time of its start would matter. */
    private static final double SHORT_OF_JVM = 0.002;

    private static final double SHORT_OF_DEVICE = 0.005;
    private static final long LONGEST_OF_JVM = 20_000_000;
    private static final long LONGEST_OF_DEVICE = 100_000_000;
    private static final long REPORT_MILLIS = 20;

    /** Copies the list. */
    public Team {
        members = List.copyOf(members);
        if (members.isEmpty()) {
            throw new IllegalArgumentException("a team has a device at least");
        }
    }

    /**
     * A device.
     *
     * @param context opens the device if it is not open; throws a {@link DeviceException} if it cannot be opened
     * @param device the device, or one that stands for it until it is open
     * @param seconds estimated time in which it would answer all items alone, once it is ready
     * @param min fewest items of a batch, 1 or more
     */
    public record Member(Supplier<Context> context, Device device, double seconds, int min) {

        /**
         * Makes a device with batches that are worth their start.
         *
         * @param rows number of rows if the items of the call are rows, since a few rows may be much work; 0 if the items are queries
         */
        public Member(Supplier<Context> context, Device device, double seconds, long rows) {
            this(context, device, seconds, rows == 0 ? Team.min(device) : min(device, rows / seconds));
        }

        private static int min(Device device, double rowsPerSecond) {
            double rows = rowsPerSecond * (isJvm(device) ? SHORT_OF_JVM : SHORT_OF_DEVICE);
            return (int) Math.clamp(rows, 1, Team.min(device));
        }
    }

    /** Returns a team of one device. */
    public static Team of(Context context) {
        return of(List.of(context));
    }

    /** Returns a team of devices that count as equally fast until they are measured. */
    public static Team of(List<Context> contexts) {
        return new Team(contexts.stream()
                .map(context -> new Member(() -> context, context.device(), 1, min(context.device())))
                .toList());
    }

    /**
     * Returns a team of devices that count as equally fast until they are measured.
     *
     * @param min fewest items of a batch, 1 or more
     */
    public static Team of(List<Context> contexts, int min) {
        return new Team(contexts.stream()
                .map(context -> new Member(() -> context, context.device(), 1, min))
                .toList());
    }

    private static boolean isJvm(Device device) {
        return device.type() == Device.Type.JVM;
    }

    private static int min(Device device) {
        return isJvm(device) ? MIN_OF_JVM : MIN_OF_DEVICE;
    }

    /**
     * Returns the devices for a call of a number of items, without those that failed in earlier calls, unless all failed. If the items are
     * too few for all of these, returns the first one alone. All devices must be open.
     */
    public Team forItems(int items) {
        List<Member> usable = members.stream()
                .filter(member -> !member.context().get().isLeftOut())
                .toList();
        Team rest = usable.isEmpty() ? this : new Team(usable);
        int min = rest.members.stream().mapToInt(Member::min).max().orElseThrow();
        return items / rest.members.size() < min ? Team.of(rest.first()) : rest;
    }

    /**
     * The work of each device.
     *
     * @param <R> its result
     */
    @FunctionalInterface
    public interface Work<R> {

        /**
         * Prepares and answers batches.
         *
         * @param monitor says when the call ends without this device
         * @return the result of this device, such as its times
         * @throws DeviceException if the device fails
         * @throws CancellationException if the monitor or the batches say that the call has ended
         */
        R run(Context context, Batches batches, Monitor monitor);
    }

    /**
     * A call that is done.
     *
     * @param max the result of the device that answered most items
     * @param shares the share of each device, in the order of the members; empty if one device did the call alone
     */
    public record Done<R>(R max, List<DeviceShare> shares) {}

    /** Returns the context of the first device. */
    public Context first() {
        return members.getFirst().context().get();
    }

    /** Returns for how many of the queries at a time a device has room. */
    public int batch(int queries) {
        return isShared() ? Math.min(queries, SHARED_BATCH) : queries;
    }

    /** Returns the open devices of the same kind as the first one, which comes first: they do the same work in about the same time. */
    public List<Context> alike() {
        Device like = members.getFirst().device();
        return members.stream()
                .filter(member -> member.device().type() == like.type()
                        && member.device().name().equals(like.name()))
                .map(member -> member.context().get())
                .toList();
    }

    /** Tells whether the JVM is one of the devices. */
    public boolean hasJvm() {
        return members.stream().anyMatch(member -> member.device().type() == Device.Type.JVM);
    }

    /** Tells whether there are several devices. */
    public boolean isShared() {
        return members.size() > 1;
    }

    /**
     * Does a call that has a report.
     *
     * @param monitor watches the call, on this thread
     * @return the report of the device that did most, with the shares of all
     * @throws DeviceException if all devices failed; the message names all, and the failures are suppressed exceptions
     * @throws CancellationException if the monitor or an interrupt ended the call; no device works on it any more
     */
    public ExecutionReport run(Monitor monitor, Work<ExecutionReport> work) {
        if (!isShared()) {
            return work.run(first(), Batches.inOrder(), monitor);
        }
        Done<ExecutionReport> done = call(monitor, work);
        return done.max().withShares(done.shares());
    }

    /**
     * Does a call.
     *
     * @param monitor watches the call, on this thread
     * @throws DeviceException if all devices failed; the message names all, and the failures are suppressed exceptions
     * @throws CancellationException if the monitor or an interrupt ended the call; no device works on it any more
     */
    public <R> Done<R> call(Monitor monitor, Work<R> work) {
        return isShared()
                ? new Call<>(work).run(monitor)
                : new Done<>(work.run(first(), Batches.inOrder(), monitor), List.of());
    }

    /** Returns the progress of work that is not an item of the call: it reports nothing, and cancels if a device's monitor says so. */
    public static Progress ending(Monitor monitor) {
        return new Progress() {
            @Override
            public void completed(long items) {}

            @Override
            public boolean cancelled() {
                return !monitor.progress(0, 1);
            }
        };
    }

    /** A call that several devices do. */
    private final class Call<R> {

        private final Work<R> work;
        private final WorkQueue queue = new WorkQueue();
        private final List<Part> parts = new ArrayList<>();
        private volatile Throwable error;

        Call(Work<R> work) {
            this.work = work;
            for (Member member : members) {
                parts.add(new Part(member));
            }
        }

        /** A device in this call. */
        private final class Part implements Runnable {

            private final Member member;
            private final WorkQueue.Member batches;
            private volatile Device device;
            private R result;
            private DeviceException failure;
            private volatile boolean over;

            Part(Member member) {
                this.member = member;
                device = member.device();
                boolean jvm = isJvm(device);
                batches = queue.add(jvm, member.min(), jvm ? LONGEST_OF_JVM : LONGEST_OF_DEVICE, member.seconds());
            }

            @Override
            public void run() {
                try {
                    Context context = member.context().get();
                    device = context.device();
                    result = work.run(context, batches, (done, total) -> !mustEnd());
                } catch (DeviceException e) {
                    failure = e;
                } catch (CancellationException e) {
                    if (!mustEnd()) {
                        error = e;
                    }
                } catch (RuntimeException | Error e) {
                    // Once everything is answered, a failure of a device that the call does not wait for does not
                    // matter.
                    error = queue.isDone() ? error : e;
                } finally {
                    batches.leave();
                    end();
                }
            }

            private void end() {
                synchronized (Call.this) {
                    over = true;
                    Call.this.notifyAll();
                }
            }

            /** Returns whether the call has ended, or is over for a device that has not begun. */
            private boolean mustEnd() {
                return queue.isStopped() || queue.isDone() && !batches.hasBegun();
            }

            /** Returns whether the call waits for this device: it has begun, so that it may write answers, or it is still needed. */
            private boolean isAwaited() {
                return !over && (batches.hasBegun() || !queue.isStopped() && !queue.isDone());
            }
        }

        Done<R> run(Monitor monitor) {
            for (Part part : parts) {
                Thread.ofPlatform().daemon().name("gyre-" + part.device.id()).start(part);
            }
            boolean cancelled = false;
            boolean interrupted = false;
            while (mustWait()) {
                interrupted |= await();
                cancelled |= interrupted || !cancelled && !monitor.progress(queue.done(), queue.items());
                if (cancelled || error != null) {
                    queue.stop();
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            return report(monitor, cancelled);
        }

        private synchronized boolean mustWait() {
            if (parts.stream().anyMatch(Part::isAwaited)) {
                return true;
            }
            // Without items no device begins, but one must return a result.
            return queue.isDone()
                    && parts.stream().noneMatch(part -> part.over && part.result != null)
                    && parts.stream().anyMatch(part -> !part.over);
        }

        /** Waits for a while, or until a device has ended; tells whether this thread was interrupted. */
        private synchronized boolean await() {
            try {
                if (mustWait()) {
                    wait(REPORT_MILLIS);
                }
                return false;
            } catch (InterruptedException e) {
                return true;
            }
        }

        private Done<R> report(Monitor monitor, boolean cancelled) {
            if (error != null) {
                throw rethrown(error);
            }
            // Devices may end before this thread looks for an interrupt.
            boolean ended = cancelled || Thread.currentThread().isInterrupted();
            if (ended || !monitor.progress(queue.done(), queue.items())) {
                throw new CancellationException("cancelled: rows=" + queue.done() + " of " + queue.items());
            }
            if (!queue.isDone()) {
                throw failures();
            }
            long end = System.nanoTime();
            List<DeviceShare> shares = new ArrayList<>();
            Part max = parts.getFirst();
            for (Part part : parts) {
                String failure = part.failure == null ? "" : part.failure.getMessage();
                shares.add(new DeviceShare(part.device, part.batches.answered(), part.batches.idle(end), failure));
                boolean more = max.result == null || part.batches.answered() > max.batches.answered();
                max = part.result != null && more ? part : max;
            }
            return new Done<>(max.result, shares);
        }

        private DeviceException failures() {
            List<String> texts = new ArrayList<>();
            for (Part part : parts) {
                if (part.failure != null) {
                    texts.add(part.device.id() + ": " + part.failure.getMessage());
                }
            }
            DeviceException all = new DeviceException("all devices of the call failed: " + String.join("; ", texts));
            for (Part part : parts) {
                if (part.failure != null) {
                    all.addSuppressed(part.failure);
                }
            }
            return all;
        }

        private static RuntimeException rethrown(Throwable cause) {
            if (cause instanceof Error serious) {
                throw serious;
            }
            return (RuntimeException) cause;
        }
    }
}
