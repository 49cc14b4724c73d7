package dev.gyre.engine.op;

import dev.gyre.engine.cost.Operation;
import dev.gyre.engine.cost.Workload;
import dev.gyre.engine.plan.Placement;
import dev.gyre.engine.pool.Context;
import dev.gyre.engine.team.Team;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The searches of one tree: on the devices that it was made for. If the engine chooses devices, a search for many queries runs where it is the
 * fastest, and the tree is copied there for the first one. Safe for use by several threads.
 *
 * @param <S> the searches on some devices
 */
final class TreeSearches<S> {

    /**
     * Fewest queries of a search that may run elsewhere. Fewer take 5 ms at most wherever they run: 6,400 queries for 8 neighbors among 2,000,000 points of
     * 3 dimensions took 16 threads 5.1 ms and an H200 1.8 ms.
     */
    static final int MIN_QUERIES = 1 << 12;

    private final Placement placement;
    private final Context context;
    private final Function<Team, S> maker;
    private final S here;
    private final Map<Context, S> elsewhere = new ConcurrentHashMap<>();

    /**
     * Makes the searches of a tree.
     *
     * @param placement chooses where searches run
     * @param team the devices that the tree was made for
     * @param maker makes the searches on some devices; throws an {@link IllegalArgumentException} if the tree does not fit there
     */
    TreeSearches(Placement placement, Team team, Function<Team, S> maker) {
        this.placement = placement;
        this.maker = maker;
        context = team.first();
        here = maker.apply(team);
    }

    /** Returns the searches on the devices that the tree was made for. */
    S here() {
        return here;
    }

    /**
     * Runs a search where it is the fastest.
     *
     * @param work the size of the search
     * @param search does it
     * @return its result
     */
    <T> T run(Operation operation, Workload work, Function<S, T> search) {
        return isFree(work) ? placement.run(operation, work, device -> search.apply(on(device))) : search.apply(here);
    }

    /**
     * Returns the searches where one is the fastest, for a search of another kind than those of the operation, from whose time nothing is
     * learned.
     */
    S at(Operation operation, Workload work) {
        return isFree(work) ? on(placement.at(operation, work)) : here;
    }

    private boolean isFree(Workload work) {
        return placement.isAutomatic() && work.queries() >= MIN_QUERIES;
    }

    private S on(Context device) {
        return device == context ? here : elsewhere.computeIfAbsent(device, this::make);
    }

    private S make(Context device) {
        try {
            return maker.apply(Team.of(device));
        } catch (IllegalArgumentException e) {
            // The tree does not fit that device, so it is searched where it is. Reports say so.
            return here;
        }
    }
}
