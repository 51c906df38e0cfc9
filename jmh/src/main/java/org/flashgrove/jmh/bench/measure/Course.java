package org.flashgrove.jmh.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.flashgrove.jmh.bench.data.BoxFile;
import org.flashgrove.jmh.bench.data.Content;
import org.flashgrove.jmh.bench.data.Workload;
import org.flashgrove.jmh.bench.peer.Ability;
import org.flashgrove.jmh.bench.peer.Peer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.Use;

/**
 * State of a peer during a course: a series of phases of the benchmark that runs in one process. It
 * consists of the peer's files, measurements and answers. The phases share one index, unless they
 * create their own.
 */
public final class Course implements AutoCloseable {
  private static final String LOADED = "loaded";

  private final Peer peer;
  private final Workload workload;
  private final Effort effort;
  private final Path directory;
  private final Path dataFile;
  private final List<Measurement> measurements = new ArrayList<>();
  private final List<Answers> answers = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private PeerIndex loaded;
  private boolean isThere;
  private boolean isKept;

  /**
   * Creates a course without an index.
   *
   * @param directory directory for the peer's files, which the course creates and deletes
   * @param dataFile file with the entries
   */
  public Course(Peer peer, Workload workload, Effort effort, Path directory, Path dataFile) {
    this.peer = peer;
    this.workload = workload;
    this.effort = effort;
    this.directory = directory;
    this.dataFile = dataFile;
  }

  public Workload workload() {
    return workload;
  }

  public BoxFile data() {
    return workload.data();
  }

  public Effort effort() {
    return effort;
  }

  public Path dataFile() {
    return dataFile;
  }

  public Content all() {
    return Content.first(data().count());
  }

  public boolean can(Ability ability) {
    return peer.abilities().contains(ability);
  }

  /** Returns the directory of the index that all phases share. */
  public Path loadedDirectory() {
    return directory.resolve(LOADED);
  }

  /** Creates an index in a directory of its own. Deletes existing files in the directory. */
  public PeerIndex create(String name, Use use) throws Exception {
    Path own = directory.resolve(name);
    remove(own);
    Files.createDirectories(own);
    return peer.create(own, use);
  }

  /** Replaces the shared index by a new one without entries. */
  public PeerIndex createLoaded() throws Exception {
    closeLoaded();
    isThere = true;
    loaded = create(LOADED, Use.LOAD);
    return loaded;
  }

  /**
   * Returns the open shared index, which contains all entries. Loads the entries if no earlier
   * phase has done so.
   */
  public PeerIndex loaded() throws Exception {
    if (loaded == null && isThere && can(Ability.DURABLE)) {
      loaded = peer.open(loadedDirectory());
    } else if (loaded == null) {
      PeerIndex index = createLoaded();
      fill(index);
      index.flush();
    }
    return loaded;
  }

  /** Inserts the entries from {@code from} to {@code to} - 1 one by one. */
  public void insert(PeerIndex index, int from, int to) throws Exception {
    BoxFile data = data();
    for (int i = from; i < to; i++) {
      index.insert(i + 1L, data.minX(i), data.minY(i), data.maxX(i), data.maxY(i));
    }
  }

  /**
   * Inserts all entries into an empty index, one by one if the peer supports insertions, otherwise
   * by bulk load.
   */
  public void fill(PeerIndex index) throws Exception {
    if (!can(Ability.INSERT)) {
      index.bulk(data());
      return;
    }
    insert(index, 0, data().count());
    index.commit();
  }

  /** Closes the shared index if it is open. */
  public void closeLoaded() throws Exception {
    if (loaded != null) {
      loaded.close();
      loaded = null;
    }
  }

  /** Returns the size of all files of an index in bytes. */
  public long diskBytes(String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve(name))) {
      long bytes = 0;
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        bytes += Files.size(file);
      }
      return bytes;
    }
  }

  public long loadedBytes() throws IOException {
    return diskBytes(LOADED);
  }

  public void remove(String name) throws IOException {
    remove(directory.resolve(name));
  }

  private static void remove(Path tree) throws IOException {
    if (Files.exists(tree)) {
      List<Path> files;
      try (Stream<Path> walk = Files.walk(tree)) {
        files = walk.sorted(Comparator.reverseOrder()).toList();
      }
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  public void record(Measurement measurement) {
    measurements.add(measurement);
  }

  public void record(AnswerSet set) {
    answers.add(set.answers());
  }

  /** Adds a note for readers of the results. */
  public void note(String sentence) {
    if (!notes.contains(sentence)) {
      notes.add(sentence);
    }
  }

  /** Returns the measurements so far. */
  public List<Measurement> measurements() {
    return List.copyOf(measurements);
  }

  /** Returns the answers so far. */
  public List<Answers> answers() {
    return List.copyOf(answers);
  }

  /** Returns the notes for readers of the results. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** Declares that an earlier course has created the shared index in the same directory. */
  public void takeLoaded() {
    isThere = true;
  }

  /**
   * Creates the shared index with all entries. Its files stay for the next course when this course
   * is closed.
   */
  public void leaveLoaded() throws Exception {
    loaded();
    isKept = true;
  }

  /** Closes the shared index. Deletes its directory, unless the next course needs the files. */
  @Override
  public void close() throws Exception {
    closeLoaded();
    if (!isKept) {
      remove(directory);
    }
  }
}
