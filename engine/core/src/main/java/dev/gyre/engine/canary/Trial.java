package dev.gyre.engine.canary;

import dev.gyre.engine.program.Execution;
import dev.gyre.engine.program.Kernel;
import dev.gyre.engine.program.Kernel.Invocation;
import dev.gyre.engine.program.Phase;
import dev.gyre.engine.program.Phase.Stage;
import dev.gyre.engine.program.Program;
import dev.gyre.engine.program.Progress;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A program with a series of runs of its phases: what the host writes before each run, and what a device must return. Not safe for use by
 * several threads: all of its runs use the arrays of the program.
 */
public final class Trial {

    /** What memory contains at first; the second one shows which elements of an answer depend on it. */
    static final byte CONTENT = (byte) 0xa5;

    private static final byte OTHER_CONTENT = 0x5a;

    private static final String PHASE = "check";

    private final String name;
    private final List<Phase> phases;
    private final List<List<Object>> uploads;
    private final Supplier<Content> made;
    private Content content;

    /** The program, and the runs of its phases. */
    private record Content(Program program, List<Run> runs) {}

    /**
     * A run of a phase.
     *
     * @param uploads the content of each array that the phase uploads
     * @param answers what is known of the arrays that its stages have written, and of others that it downloads
     */
    private record Run(Phase phase, List<Object> uploads, Map<Object, Answer> answers) {}

    private Trial(String name, List<Phase> phases, List<List<Object>> uploads, Supplier<Content> made) {
        this.name = name;
        this.phases = phases;
        this.uploads = uploads;
        this.made = made;
    }

    /** Finds the answers when they are asked for: most trials of a rehearsal are not needed. */
    private Content content() {
        if (content == null) {
            content = made.get();
        }
        return content;
    }

    /**
     * Makes a trial of runs that were recorded. The device must return all that it writes, not only what the program downloads: the answer
     * of a kernel may do no more than steer others, so that a wrong one costs time with one input, and is an error with another.
     *
     * @param phases the phases in the order in which they ran
     * @param uploads for each run, the content of each array that its phase uploads
     */
    static Trial of(Program program, List<Phase> phases, List<List<Object>> uploads) {
        return new Trial(program.name(), phases, uploads, () -> content(program, phases, uploads));
    }

    private static Content content(Program program, List<Phase> phases, List<List<Object>> uploads) {
        Memories memories = new Memories();
        List<Map<Object, Answer>> answers = new ArrayList<>();
        Map<Phase, Set<Object>> written = new IdentityHashMap<>();
        for (int i = 0; i < phases.size(); i++) {
            Phase phase = phases.get(i);
            memories.upload(phase, uploads.get(i));
            Map<Object, Answer> known = memories.run(phase.stages());
            written.computeIfAbsent(phase, key -> identitySet()).addAll(known.keySet());
            phase.downloads().forEach(array -> known.computeIfAbsent(array, memories::answer));
            answers.add(known);
        }
        Map<Phase, Phase> extended = new IdentityHashMap<>();
        for (Phase phase : program.phases()) {
            Set<Object> downloads = identitySet();
            downloads.addAll(phase.downloads());
            downloads.addAll(written.getOrDefault(phase, Set.of()));
            extended.put(phase, new Phase(phase.name(), phase.uploads(), phase.stages(), List.copyOf(downloads)));
        }
        List<Run> runs = new ArrayList<>();
        for (int i = 0; i < phases.size(); i++) {
            runs.add(new Run(extended.get(phases.get(i)), uploads.get(i), answers.get(i)));
        }
        List<Phase> all = program.phases().stream().map(extended::get).toList();
        return new Content(ofAllReads(program.name(), all, program.inputs()), runs);
    }

    /** Returns a program whose host reads all arrays that phases download, so that a backend may keep any of them elsewhere. */
    private static Program ofAllReads(String name, List<Phase> phases, Collection<?> inputs) {
        Set<Object> downloads = identitySet();
        phases.forEach(phase -> downloads.addAll(phase.downloads()));
        Set<Object> uploads = identitySet();
        phases.forEach(phase -> uploads.addAll(phase.uploads()));
        Set<Object> written = identitySet();
        written.addAll(inputs);
        downloads.stream().filter(uploads::contains).forEach(written::add);
        return new Program(name, phases, List.copyOf(written), List.copyOf(downloads));
    }

    private static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** Two memories that differ in what they contain at first. */
    private static final class Memories {

        private final LoopMemory memory = new LoopMemory(CONTENT);
        private final LoopMemory other = new LoopMemory(OTHER_CONTENT);

        void upload(Phase phase, List<Object> contents) {
            for (int i = 0; i < contents.size(); i++) {
                LoopMemory.copy(contents.get(i), memory.of(phase.uploads().get(i)));
                LoopMemory.copy(contents.get(i), other.of(phase.uploads().get(i)));
            }
        }

        /** Returns what does not depend on the content at first. */
        Answer answer(Object array) {
            return Answer.ofBoth(LoopMemory.copyOf(memory.of(array)), other.of(array));
        }

        /** Runs stages; returns the arrays in which they have written something. */
        Map<Object, Answer> run(List<Stage> stages) {
            Map<Object, Object> before = new IdentityHashMap<>();
            stages.forEach(stage -> outputs(stage)
                    .forEach(array -> before.computeIfAbsent(array, key -> LoopMemory.copyOf(memory.of(key)))));
            for (Stage stage : stages) {
                memory.run(stage);
                other.run(stage);
            }
            Map<Object, Answer> answers = new IdentityHashMap<>();
            before.forEach((array, content) -> {
                Answer answer = answer(array).changedFrom(content);
                if (!answer.known().isEmpty()) {
                    answers.put(array, answer);
                }
            });
            return answers;
        }
    }

    /** Returns the arrays that a stage may write, without scratch. */
    private static Stream<Object> outputs(Stage stage) {
        Set<Object> scratch = identitySet();
        LoopMemory.scratch(stage).forEach(scratch::add);
        return stage.arguments().stream()
                .filter(argument -> argument.getClass().isArray() && !scratch.contains(argument));
    }

    /** Makes a trial of one call of a kernel, whose answer is that of the plain loop. */
    public static Trial of(Kernel kernel, Invocation call) {
        Stage stage = new Stage(kernel, call.items(), call.arguments());
        LoopMemory memory = new LoopMemory(CONTENT);
        List<Object> uploads = new ArrayList<>();
        for (Object array : arrays(call.arguments())) {
            uploads.add(LoopMemory.copyOf(array));
            LoopMemory.copy(array, memory.of(array));
        }
        memory.run(stage);
        Map<Object, Answer> answers = new IdentityHashMap<>();
        call.outputs().forEach(array -> answers.put(array, Answer.of(memory.of(array))));
        return ofStage(stage, uploads, answers);
    }

    private static Trial ofStage(Stage stage, List<Object> uploads, Map<Object, Answer> answers) {
        Phase phase = Phase.named(PHASE)
                .upload(arrays(stage.arguments()).toArray())
                .stage(stage)
                .download(arrays(stage.arguments()).stream()
                        .filter(answers::containsKey)
                        .toArray())
                .build();
        String name = stage.kernel().name();
        Content content = new Content(
                ofAllReads("self-check of " + name, List.of(phase), phase.uploads()),
                List.of(new Run(phase, uploads, answers)));
        return new Trial(name, List.of(phase), List.of(uploads), () -> content);
    }

    private static List<Object> arrays(List<Object> arguments) {
        Set<Object> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        return arguments.stream()
                .filter(argument -> argument.getClass().isArray() && arrays.add(argument))
                .toList();
    }

    /** The name of the program, or of the kernel that is tried alone. */
    public String name() {
        return name;
    }

    public Program program() {
        return content().program();
    }

    /** The stages that run, in their order, each once for each run; those without items do not run. */
    public Stream<Stage> stages() {
        return phases.stream().flatMap(phase -> phase.stages().stream()).filter(stage -> stage.items() > 0);
    }

    /**
     * Returns a trial of each stage alone, with the arrays as they are when the stage begins. A stage that writes nothing new has none.
     *
     * @param wanted selects the kernels whose stages are wanted
     */
    public List<Trial> ofStages(Predicate<Kernel> wanted) {
        Memories memories = new Memories();
        List<Trial> trials = new ArrayList<>();
        for (int run = 0; run < phases.size(); run++) {
            memories.upload(phases.get(run), uploads.get(run));
            for (Stage stage : phases.get(run).stages()) {
                if (stage.items() > 0 && wanted.test(stage.kernel())) {
                    ofStage(stage, memories).ifPresent(trials::add);
                } else {
                    memories.memory.run(stage);
                    memories.other.run(stage);
                }
            }
        }
        return trials;
    }

    /** Runs a stage; returns a trial with arrays of its own. */
    private static Optional<Trial> ofStage(Stage stage, Memories memories) {
        Map<Object, Object> own = new IdentityHashMap<>();
        List<Object> uploads = new ArrayList<>();
        for (Object array : arrays(stage.arguments())) {
            Object content = LoopMemory.copyOf(memories.memory.of(array));
            own.put(array, content);
            uploads.add(LoopMemory.copyOf(content));
        }
        Map<Object, Answer> answers = new IdentityHashMap<>();
        memories.run(List.of(stage)).forEach((array, answer) -> answers.put(own.get(array), answer));
        List<Object> arguments = stage.arguments().stream()
                .map(argument -> own.getOrDefault(argument, argument))
                .toList();
        return answers.isEmpty()
                ? Optional.empty()
                : Optional.of(ofStage(new Stage(stage.kernel(), stage.items(), arguments), uploads, answers));
    }

    /**
     * Runs the program on a device.
     *
     * @param device prepares a program on the device
     * @return the first difference, or empty
     */
    public Optional<String> difference(Function<Program, Execution> device) {
        try (Execution execution = device.apply(program())) {
            for (Run run : content().runs()) {
                Phase phase = run.phase();
                for (int i = 0; i < run.uploads().size(); i++) {
                    Object content = run.uploads().get(i);
                    execution.write(content, 0, phase.uploads().get(i), 0, Array.getLength(content));
                }
                execution.run(phase.name(), Progress.NONE);
                List<Object> downloads = phase.downloads();
                for (int i = 0; i < downloads.size(); i++) {
                    Object array = downloads.get(i);
                    execution.read(array, 0, array, 0, Array.getLength(array));
                    Answer answer = run.answers().get(downloads.get(i));
                    Optional<String> difference =
                            answer == null ? Optional.empty() : answer.difference(downloads.get(i));
                    if (difference.isPresent()) {
                        return Optional.of("output " + i + " of " + what(phase) + " differs, " + difference.get());
                    }
                }
            }
        }
        return Optional.empty();
    }

    private String what(Phase phase) {
        return phase.name().equals(PHASE) ? name : name + ", phase " + phase.name() + ",";
    }
}
