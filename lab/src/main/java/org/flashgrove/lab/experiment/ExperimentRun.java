package org.flashgrove.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * A run of a preset: the options that the user chose, and the executions that are complete so far.
 */
public final class ExperimentRun {
  private final Scale scale;
  private final long seed;
  private final String trace;
  private final Consumer<Execution> listener;
  private final List<Execution> executions = new ArrayList<>();
  private final List<String> differences = new ArrayList<>();
  private final Map<String, Integer> occurrences = new HashMap<>();
  private Path dataDirectory;
  private int jobs = 1;
  private int warmUps;
  private Integer askedWarmUps;
  private Integer askedSeeds;
  private Map<String, List<String>> parameters = Map.of();
  private Map<String, List<String>> only = Map.of();
  private boolean recordsOrder;
  private boolean dropsCaches;
  private boolean discards;
  private Steps steps = (done, all) -> {};
  private Archive archive = Archive.NONE;

  /**
   * Creates a run without executions.
   *
   * @param scale size of the run
   * @param seed seed of all random numbers
   * @param trace trace file of the user, or null
   * @param listener receives each complete execution
   */
  public ExperimentRun(Scale scale, long seed, String trace, Consumer<Execution> listener) {
    this.scale = scale;
    this.seed = seed;
    this.trace = trace;
    this.listener = listener;
  }

  /**
   * Sets the folder of the data files.
   *
   * @param directory the folder that the user named, or null
   */
  public ExperimentRun dataIn(Path directory) {
    dataDirectory = directory;
    return this;
  }

  /** Sets the number of independent executions that may run at the same time. */
  public ExperimentRun jobs(int count) {
    jobs = count;
    return this;
  }

  /** Returns the folder of data files that the user named, or null. */
  public Path dataDirectory() {
    return dataDirectory;
  }

  /** Returns the number of executions that may run at the same time, at least 1. */
  public int jobs() {
    return jobs;
  }

  /**
   * Runs independent tasks in {@link #jobs} threads.
   *
   * @param results receives the results in the order of the tasks
   */
  public <T> void inParallel(List<Callable<T>> tasks, Consumer<T> results) {
    ExecutorService threads = Executors.newFixedThreadPool(jobs);
    try {
      List<Future<T>> futures = tasks.stream().map(threads::submit).toList();
      for (Future<T> each : futures) {
        results.accept(each.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the experiment was interrupted; run it again", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns the scale of the run. */
  public Scale scale() {
    return scale;
  }

  /** Returns one of three values, depending on the scale of this run. */
  public <V> V byScale(V small, V medium, V full) {
    return scale.choose(small, medium, full);
  }

  /** Returns the seed of all random numbers. */
  public long seed() {
    return seed;
  }

  /** Returns the trace file of the user, or null. */
  public String trace() {
    return trace;
  }

  /** Receives the progress of a run. */
  @FunctionalInterface
  public interface Steps {
    /**
     * Called when {@code done} of {@code all} parts, which need about the same time, are complete.
     */
    void done(int done, int all);
  }

  /** Sets a listener for the progress of the run. Some experiments do not report progress. */
  public ExperimentRun stepsTo(Steps listener) {
    steps = listener;
    return this;
  }

  /**
   * Tells the listener for progress that {@code done} of {@code all} parts of the run are complete.
   */
  public void progressed(int done, int all) {
    steps.done(done, all);
  }

  /**
   * Replaces the numbers of warm-ups and seeds in the experiment's document.
   *
   * @param warmUpCount number of executions that are not counted, or null for the number in the
   *     document
   * @param seedCount number of seeds, or null for the number in the document
   */
  public ExperimentRun replacing(Integer warmUpCount, Integer seedCount) {
    askedWarmUps = warmUpCount;
    askedSeeds = seedCount;
    return this;
  }

  /**
   * Returns the number of warm-ups that the user requested, or else the number in the document.
   *
   * @param usual the number in the document
   */
  public int warmUpsOr(int usual) {
    return askedWarmUps == null ? usual : askedWarmUps;
  }

  /**
   * Returns the number of seeds that the user requested, or else the number in the document.
   *
   * @param usual the number in the document
   */
  public int seedsOr(int usual) {
    return askedSeeds == null ? usual : askedSeeds;
  }

  /**
   * Restricts the run to the stores with the given labels. A label is the name of a value on an
   * axis of the experiment's matrix.
   *
   * @param labels labels by axis; empty for all stores
   */
  public ExperimentRun only(Map<String, List<String>> labels) {
    only = labels;
    return this;
  }

  /**
   * Returns the labels of the stores to run, by axis of the experiment's matrix. Axes without an
   * entry are not restricted.
   */
  public Map<String, List<String>> only() {
    return only;
  }

  /**
   * Sets values of parameters, which replace those of the preset. A parameter may have several
   * values.
   */
  public ExperimentRun set(Map<String, List<String>> values) {
    parameters = values;
    return this;
  }

  /** Returns whether a parameter was set. */
  public boolean isSet(String name) {
    return parameters.containsKey(name);
  }

  /**
   * Returns the values that the user set for a parameter of whole numbers, or else {@code usual}.
   *
   * @throws IllegalArgumentException if a value is not between 1 and 10,000,000
   */
  public int[] wholeNumbers(String name, int... usual) {
    return isSet(name)
        ? parameters.get(name).stream().mapToInt(text -> wholeNumber(name, text)).toArray()
        : usual;
  }

  private static int wholeNumber(String name, String text) {
    if (!text.matches("[1-9][0-9]{0,7}") || Integer.parseInt(text) > 10_000_000) {
      throw new IllegalArgumentException(
          "--set " + name + "=" + text + " (allowed: whole numbers from 1 to 10000000)");
    }
    return Integer.parseInt(text);
  }

  /**
   * Returns the values that the user set for a parameter of fractions, or else {@code usual}.
   *
   * @throws IllegalArgumentException if a value is not between 0 and 1
   */
  public double[] shares(String name, double... usual) {
    return isSet(name)
        ? parameters.get(name).stream().mapToDouble(text -> share(name, text)).toArray()
        : usual;
  }

  private static double share(String name, String text) {
    if (!text.matches("0?[.][0-9]{1,4}") || Double.parseDouble(text) == 0) {
      throw new IllegalArgumentException(
          "--set " + name + "=" + text + " (allowed: 0.0001 to 0.9999)");
    }
    return Double.parseDouble(text);
  }

  /** Sets whether the order of page reads and writes is recorded. */
  public ExperimentRun recordOrder(boolean records) {
    recordsOrder = records;
    return this;
  }

  /** Returns whether to record the order of page reads and writes. */
  public boolean recordsOrder() {
    return recordsOrder;
  }

  /**
   * Sets whether to drop the operating system's page cache before each store, and before steps that
   * reopen the store with empty buffers.
   */
  public ExperimentRun dropCaches(boolean drops) {
    dropsCaches = drops;
    return this;
  }

  /** Returns whether to drop the operating system's page cache before each store. */
  public boolean dropsCaches() {
    return dropsCaches;
  }

  /**
   * Sets whether to discard (trim) the free space of the file system before each store, if the file
   * system supports that.
   */
  public ExperimentRun discard(boolean asked) {
    discards = asked;
    return this;
  }

  /** Returns whether to discard (trim) free space before each store. */
  public boolean discards() {
    return discards;
  }

  /** Sets the archive that stores complete executions. */
  public ExperimentRun keepIn(Archive place) {
    archive = place;
    return this;
  }

  /** Returns the archive of executions. */
  public Archive archive() {
    return archive;
  }

  /**
   * Adds an execution. Also stores it in the archive, as a unit that contains no other executions.
   */
  public void add(Execution execution) {
    String described = execution.name() + execution.config();
    int occurrence = occurrences.merge(described, 1, Integer::sum);
    archive.keep(Unit.of(described, occurrence), List.of(execution));
    listed(execution);
  }

  /** Adds executions that were found in the archive. */
  public void addKept(List<Execution> kept) {
    kept.forEach(this::listed);
  }

  private void listed(Execution execution) {
    executions.add(execution);
    listener.accept(execution);
  }

  /**
   * Counts a warm-up: an execution that is not recorded, because it only makes the JVM compile the
   * code.
   */
  public void warmedUp() {
    warmUps++;
  }

  /** Returns the number of warm-ups. */
  public int warmUps() {
    return warmUps;
  }

  /** Returns the executions that are complete so far. */
  public List<Execution> executions() {
    return Collections.unmodifiableList(executions);
  }

  /** Records a description of a wrong answer to a query. */
  public void differs(String difference) {
    differences.add(difference);
  }

  /** Returns the descriptions of wrong answers to queries, one line each. */
  public List<String> differences() {
    return Collections.unmodifiableList(differences);
  }
}
