package org.flashgrove.access;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A process that writes or reads a {@link LiveHistory} until it is killed or its standard input
 * ends.
 */
final class LiveProcess {
  private static volatile boolean ended;

  /** Task of a process. */
  enum Does {
    /** Makes commits. */
    WRITES,
    /** Compares the entries of the store with the expected ones. */
    READS,
    /** Refreshes its view of the store again and again. */
    FOLLOWS
  }

  private final Process process;
  private static final int MOST_WAITS = 1_200;

  private final StringBuilder said = new StringBuilder();
  private final Thread listener;

  private LiveProcess(Process process) {
    this.process = process;
    listener = new Thread(this::listen);
    listener.setDaemon(true);
    listener.start();
  }

  private void listen() {
    try (InputStream out = process.getInputStream()) {
      byte[] bytes = new byte[4096];
      for (int read = out.read(bytes); read >= 0; read = out.read(bytes)) {
        synchronized (said) {
          said.append(new String(bytes, 0, read, StandardCharsets.UTF_8));
          said.notifyAll();
        }
      }
    } catch (IOException e) {
      return; // the process was killed
    }
  }

  /**
   * Starts a process.
   *
   * @param pauseMillis pause between two commits or two refreshes, in milliseconds
   */
  static LiveProcess start(Does what, Path store, long seed, int least, int pauseMillis)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(LiveProcess.class.getName());
    command.add(what.name());
    command.addAll(List.of(store.toString(), Long.toString(seed), Integer.toString(least)));
    command.add(Integer.toString(pauseMillis));
    return new LiveProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Returns the output of the process so far. */
  String said() {
    synchronized (said) {
      return said.toString();
    }
  }

  /**
   * Waits until the process has printed {@code lines} lines that begin with a word.
   *
   * @throws IllegalStateException if the process ended before, or this takes minutes
   */
  void awaitLines(String word, int lines) throws InterruptedException {
    synchronized (said) {
      for (int waits = 0; count(word) < lines; waits++) {
        if (waits == MOST_WAITS || !process.isAlive() && !listener.isAlive()) {
          throw new IllegalStateException("does not say '" + word + "', but: " + said);
        }
        said.wait(100);
      }
    }
  }

  /** Returns the number of printed lines that begin with a word. */
  int count(String word) {
    return (int) said().lines().filter(line -> line.startsWith(word)).count();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process and waits for its end. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
    listener.join();
  }

  /** Asks the process to end, and returns its exit code. */
  int end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    int exit = process.waitFor();
    listener.join();
    return exit;
  }

  /** Runs the task. The arguments are {@code WRITES|READS|FOLLOWS STORE SEED LEAST PAUSE}. */
  public static void main(String[] args) throws Exception {
    Path store = Path.of(args[1]);
    LiveHistory history = new LiveHistory(Long.parseLong(args[2]), Integer.parseInt(args[3]));
    int pause = Integer.parseInt(args[4]);
    Thread waiting = new Thread(LiveProcess::awaitEnd);
    waiting.setDaemon(true);
    waiting.start();
    try {
      switch (Does.valueOf(args[0])) {
        case WRITES -> write(store, history, pause);
        case READS -> read(store, history, pause, Long.parseLong(args[2]));
        case FOLLOWS -> follow(store, pause);
      }
    } catch (RuntimeException e) {
      e.printStackTrace();
      System.exit(3);
    }
  }

  /** Pauses, and returns whether the process should continue. */
  private static boolean isAsked(int pause) throws InterruptedException {
    if (pause > 0) {
      Thread.sleep(pause);
    }
    return !ended;
  }

  /** Waits for the end of the standard input, which {@link #end} closes. */
  private static void awaitEnd() {
    try {
      while (System.in.read() >= 0) {
        continue;
      }
    } catch (IOException e) {
      System.out.println("the input cannot be read: " + e);
    }
    ended = true;
  }

  private static void write(Path where, LiveHistory history, int pause) throws Exception {
    history.start();
    try (LiveStore store = LiveStore.open(where, false)) {
      history.goTo(LiveHistory.commitOf(store));
      System.out.println("wrote " + history.commit());
      while (isAsked(pause)) {
        history.next(store);
        if (history.commit() % 100 == 0) {
          System.out.println("wrote " + history.commit());
        }
      }
    }
  }

  private static void read(Path where, LiveHistory history, int pause, long seed) throws Exception {
    history.start();
    Random random = new Random(seed);
    LiveStore store = LiveStore.open(where, true);
    require(store, history, random);
    while (isAsked(pause)) {
      LiveStore now = store.refresh();
      if (now != store) {
        require(store, history, random); // the one before still sees what it saw
        store.close();
        store = now;
        require(store, history, random);
      }
    }
    require(store, history, random);
    store.close();
  }

  private static void follow(Path where, int pause) throws Exception {
    LiveStore store = LiveStore.open(where, true);
    while (isAsked(pause)) {
      LiveStore now = store.refresh();
      if (now != store) {
        store.close();
        store = now;
      }
      System.out.println("at " + LiveHistory.commitOf(store));
    }
    store.close();
  }

  private static void require(LiveStore store, LiveHistory history, Random random) {
    int commit = LiveHistory.commitOf(store);
    if (commit < history.commit()) {
      System.out.println("WRONG commit " + commit + " after " + history.commit());
      System.exit(2);
    }
    history.goTo(commit);
    String difference = history.difference(store, random);
    if (difference != null) {
      System.out.println("WRONG " + difference);
      System.exit(2);
    }
    System.out.println("right " + commit);
  }
}
