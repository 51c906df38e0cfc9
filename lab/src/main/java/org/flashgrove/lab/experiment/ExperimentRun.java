package org.flashgrove.lab.experiment;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Request for a preset, and its measurements so far. */
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
   * A run without executions.
   *
   * @param scale how much is run
   * @param seed of everything drawn at random
   * @param trace the user's trace, or null
   * @param listener receives each execution when it is complete
   */
  public ExperimentRun(Scale scale, long seed, String trace, Consumer<Execution> listener) {
    this.scale = scale;
    this.seed = seed;
    this.trace = trace;
    this.listener = listener;
  }

  /**
   * Says where files of data sets are.
   *
   * @param directory the folder that the user named, or null
   */
  public ExperimentRun dataIn(Path directory) {
    dataDirectory = directory;
    return this;
  }

  /** Lets {@code count} executions be under way at a time, if they do not depend on each other. */
  public ExperimentRun jobs(int count) {
    jobs = count;
    return this;
  }

  /** The folder of data sets that the user named, or null. */
  public Path dataDirectory() {
    return dataDirectory;
  }

  /** Executions under way at a time, at least 1. */
  public int jobs() {
    return jobs;
  }

  /** Returns the scale of the run. */
  public Scale scale() {
    return scale;
  }

  /** One of three values, by scale. */
  public <V> V byScale(V small, V medium, V full) {
    return scale.choose(small, medium, full);
  }

  /** The seed of everything drawn at random. */
  public long seed() {
    return seed;
  }

  /** The user's trace; null if there is none. */
  public String trace() {
    return trace;
  }

  /** Hears how far a run is. */
  @FunctionalInterface
  public interface Steps {
    /** {@code done} of {@code all} parts of about the same work are complete. */
    void done(int done, int all);
  }

  /** Says to a listener how far the run is, if the experiment knows. */
  public ExperimentRun stepsTo(Steps listener) {
    steps = listener;
    return this;
  }

  /** Notes how far the run is. */
  public void progressed(int done, int all) {
    steps.done(done, all);
  }

  /**
   * Replaces what a document says of warm-ups and seeds.
   *
   * @param warmUpCount executions of each kind that are not counted, or null
   * @param seedCount how many seeds, or null
   */
  public ExperimentRun replacing(Integer warmUpCount, Integer seedCount) {
    askedWarmUps = warmUpCount;
    askedSeeds = seedCount;
    return this;
  }

  /** Warm-ups that the user asked for; else those of the document. */
  public int warmUpsOr(int usual) {
    return askedWarmUps == null ? usual : askedWarmUps;
  }

  /** Seeds that the user asked for; else those of the document. */
  public int seedsOr(int usual) {
    return askedSeeds == null ? usual : askedSeeds;
  }

  /**
   * Leaves all stores out but those with these labels.
   *
   * @param labels by axis; none for all stores
   */
  public ExperimentRun only(Map<String, List<String>> labels) {
    only = labels;
    return this;
  }

  /** Labels of the stores that are run, by axis; axes that are not named have all of theirs. */
  public Map<String, List<String>> only() {
    return only;
  }

  /** Sets values of parameters, several for each, in place of a preset's own. */
  public ExperimentRun set(Map<String, List<String>> values) {
    parameters = values;
    return this;
  }

  /** Returns whether a parameter was set. */
  public boolean isSet(String name) {
    return parameters.containsKey(name);
  }

  /**
   * The values of a parameter of whole numbers, or the usual ones.
   *
   * @throws IllegalArgumentException if one is none of 1 to 10,000,000
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
   * The values of a parameter of shares, or the usual ones.
   *
   * @throws IllegalArgumentException if one is not between 0 and 1
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

  /** Lets the order of page reads and writes be recorded. */
  public ExperimentRun recordOrder(boolean records) {
    recordsOrder = records;
    return this;
  }

  /** Returns whether to record the order of page reads and writes. */
  public boolean recordsOrder() {
    return recordsOrder;
  }

  /** Lets the system's caches be dropped before each store, and before phases that are cold. */
  public ExperimentRun dropCaches(boolean drops) {
    dropsCaches = drops;
    return this;
  }

  /** Returns whether to drop the system's caches before each store. */
  public boolean dropsCaches() {
    return dropsCaches;
  }

  /** Lets free space be discarded before each store, where the file system can. */
  public ExperimentRun discard(boolean asked) {
    discards = asked;
    return this;
  }

  /** Returns whether to discard free space before each store. */
  public boolean discards() {
    return discards;
  }

  /** Keeps executions in an archive as they complete. */
  public ExperimentRun keepIn(Archive place) {
    archive = place;
    return this;
  }

  /** Returns the archive of executions. */
  public Archive archive() {
    return archive;
  }

  /** Adds an execution, which is kept by itself. */
  public void add(Execution execution) {
    String described = execution.name() + execution.config();
    int occurrence = occurrences.merge(described, 1, Integer::sum);
    archive.keep(Unit.of(described, occurrence), List.of(execution));
    listed(execution);
  }

  /** Adds executions that the archive has already. */
  public void addKept(List<Execution> kept) {
    kept.forEach(this::listed);
  }

  private void listed(Execution execution) {
    executions.add(execution);
    listener.accept(execution);
  }

  /** Notes an execution whose figures are forgotten: it came first, to have code compiled. */
  public void warmedUp() {
    warmUps++;
  }

  /** Executions whose figures were forgotten. */
  public int warmUps() {
    return warmUps;
  }

  /** The executions so far. */
  public List<Execution> executions() {
    return Collections.unmodifiableList(executions);
  }

  /** Notes that an answer is not the right one. */
  public void differs(String difference) {
    differences.add(difference);
  }

  /** Answers that were not the right ones, a line each. */
  public List<String> differences() {
    return Collections.unmodifiableList(differences);
  }
}
