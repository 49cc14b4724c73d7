package dev.gyre.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * The Block-based Algorithm after the pseudo-code of Åmdal's thesis, for one thread. Both sides are sorted by score. The side whose next
 * block has the better bound gives a block, which gets an aR-tree by sorts and tiles. A priority queue of pairs of nodes joins it with
 * all blocks of the other side. A heap has k results.
 */
final class PlainBlockJoin {

    private static final int BLOCK = 1 << 12;
    private static final int FANOUT = 16;

    private final int k;
    private final double radius;
    private final PriorityQueue<Double> results = new PriorityQueue<>();
    private double threshold = Double.NEGATIVE_INFINITY;
    private long tested;

    /** A node, or an object if it has no children. */
    private record Node(double lowX, double lowY, double highX, double highY, double score, List<Node> children) {

        static Node of(List<Node> children) {
            return new Node(
                    children.stream().mapToDouble(Node::lowX).min().orElseThrow(),
                    children.stream().mapToDouble(Node::lowY).min().orElseThrow(),
                    children.stream().mapToDouble(Node::highX).max().orElseThrow(),
                    children.stream().mapToDouble(Node::highY).max().orElseThrow(),
                    children.stream().mapToDouble(Node::score).max().orElseThrow(),
                    children);
        }

        boolean isObject() {
            return children.isEmpty();
        }
    }

    private record NodePair(Node left, Node right, double score) {}

    PlainBlockJoin(int k, double radius) {
        this.k = k;
        this.radius = radius;
    }

    long tested() {
        return tested;
    }

    double[] join(TopKData.Rows left, TopKData.Rows right) {
        int[] ofLeft = sorted(left);
        int[] ofRight = sorted(right);
        List<Node> leftBlocks = new ArrayList<>();
        List<Node> rightBlocks = new ArrayList<>();
        int pulledLeft = 0;
        int pulledRight = 0;
        while (pulledLeft < ofLeft.length || pulledRight < ofRight.length) {
            double boundOfLeft = bound(left, ofLeft, pulledLeft, right, ofRight);
            double boundOfRight = bound(right, ofRight, pulledRight, left, ofLeft);
            if (results.size() == k && Math.max(boundOfLeft, boundOfRight) <= threshold) {
                break;
            }
            if (boundOfLeft >= boundOfRight) {
                Node block = block(left, ofLeft, pulledLeft);
                pulledLeft = Math.min(ofLeft.length, pulledLeft + BLOCK);
                leftBlocks.add(block);
                rightBlocks.forEach(other -> join(block, other));
            } else {
                Node block = block(right, ofRight, pulledRight);
                pulledRight = Math.min(ofRight.length, pulledRight + BLOCK);
                rightBlocks.add(block);
                leftBlocks.forEach(other -> join(other, block));
            }
        }
        double[] scores = results.stream().mapToDouble(score -> -score).sorted().toArray();
        return Arrays.stream(scores).map(score -> -score).toArray();
    }

    private static int[] sorted(TopKData.Rows rows) {
        return IntStream.range(0, rows.size())
                .boxed()
                .sorted(Comparator.comparingInt(row -> -rows.scores()[row]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Returns the best score that the next block of a side may give. */
    private static double bound(TopKData.Rows rows, int[] order, int pulled, TopKData.Rows others, int... otherOrder) {
        return pulled == order.length || otherOrder.length == 0
                ? Double.NEGATIVE_INFINITY
                : rows.scores()[order[pulled]] + (double) others.scores()[otherOrder[0]];
    }

    private static Node block(TopKData.Rows rows, int[] order, int from) {
        List<Node> level = IntStream.range(from, Math.min(order.length, from + BLOCK))
                .map(i -> order[i])
                .mapToObj(row ->
                        new Node(rows.x(row), rows.y(row), rows.x(row), rows.y(row), rows.scores()[row], List.of()))
                .toList();
        while (level.size() > 1) {
            level = parents(level);
        }
        return level.get(0).isObject() ? Node.of(level) : level.get(0);
    }

    /** Returns nodes of tiles: strips by x, and runs of the fanout by y. */
    private static List<Node> parents(List<Node> level) {
        List<Node> byX = new ArrayList<>(level);
        byX.sort(Comparator.comparingDouble(node -> node.lowX() + node.highX()));
        int nodes = Math.ceilDiv(level.size(), FANOUT);
        int strip = Math.ceilDiv(nodes, (int) Math.ceil(Math.sqrt(nodes))) * FANOUT;
        List<Node> parents = new ArrayList<>();
        for (int begin = 0; begin < byX.size(); begin += strip) {
            List<Node> byY = new ArrayList<>(byX.subList(begin, Math.min(byX.size(), begin + strip)));
            byY.sort(Comparator.comparingDouble(node -> node.lowY() + node.highY()));
            for (int first = 0; first < byY.size(); first += FANOUT) {
                parents.add(Node.of(List.copyOf(byY.subList(first, Math.min(byY.size(), first + FANOUT)))));
            }
        }
        return parents;
    }

    private void join(Node left, Node right) {
        PriorityQueue<NodePair> queue = new PriorityQueue<>(Comparator.comparingDouble(pair -> -pair.score()));
        if (isNear(left, right)) {
            queue.add(new NodePair(left, right, left.score() + right.score()));
        }
        while (!queue.isEmpty()) {
            NodePair pair = queue.poll();
            if (results.size() == k && pair.score() <= threshold) {
                return;
            }
            for (Node a : opened(pair.left())) {
                for (Node b : opened(pair.right())) {
                    join(a, b, queue);
                }
            }
        }
    }

    private static List<Node> opened(Node node) {
        return node.isObject() ? List.of(node) : node.children();
    }

    private void join(Node a, Node b, PriorityQueue<NodePair> queue) {
        double score = a.score() + b.score();
        boolean objects = a.isObject() && b.isObject();
        tested += objects ? 1 : 0;
        if ((results.size() < k || score > threshold) && isNear(a, b)) {
            if (!objects) {
                queue.add(new NodePair(a, b, score));
                return;
            }
            if (results.size() == k) {
                results.poll();
            }
            results.add(score);
            threshold = results.size() == k ? results.peek() : threshold;
        }
    }

    private boolean isNear(Node a, Node b) {
        double x = Math.max(0, Math.max(a.lowX() - b.highX(), b.lowX() - a.highX()));
        double y = Math.max(0, Math.max(a.lowY() - b.highY(), b.lowY() - a.highY()));
        return x * x + y * y <= radius * radius;
    }
}
