package org.flashgrove.jmh.bench.measure;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;
import org.flashgrove.jmh.bench.peer.Answer;
import org.flashgrove.jmh.bench.peer.PeerIndex;
import org.flashgrove.jmh.bench.peer.PeerReader;

/**
 * Runs the same queries several times (in turns), and returns the measurement of the best turn.
 * With one thread, the best turn is the one with the least CPU time. With several threads, it is
 * the one with the least wall time. The least CPU time would favour turns in which the threads
 * happened to run one after the other.
 *
 * <p>A turn runs all queries once, or several times if they take less than a twentieth of a second.
 * The CPU time is that of the querying threads, or of all threads of the process if the peer has
 * threads of its own.
 */
public final class QueryTurns {
  private static final double LEAST_TURN_SECONDS = 0.05;
  private static final int MOST_REPEATS = 1_000;
  private static final int DIGITS = 3;

  private final PeerIndex index;
  private final Query query;
  private final int queries;
  private final Effort effort;

  /** Runs the query with the given number. */
  @FunctionalInterface
  public interface Query {
    void ask(PeerReader reader, int number, Answer answer) throws Exception;
  }

  public QueryTurns(PeerIndex index, Query query, int queries, Effort effort) {
    this.index = index;
    this.query = query;
    this.queries = queries;
    this.effort = effort;
  }

  /** Measured times of one turn. */
  private record Turn(int threads, long queries, double cpuSeconds, double wallSeconds) {
    double cost() {
      return threads == 1 ? cpuSeconds : wallSeconds;
    }
  }

  /** Runs each query once and collects the answers. */
  public void answers(AnswerSet set) throws Exception {
    Answer answer = new Answer();
    try (PeerReader reader = index.reader()) {
      for (int i = 0; i < queries; i++) {
        answer.clear();
        query.ask(reader, i, answer);
        set.add(answer);
      }
    }
  }

  /** Measures several turns with a number of threads. Returns the best turn. */
  public Measurement measure(String row, int threads) throws Exception {
    ExecutorService callers = Executors.newFixedThreadPool(threads);
    List<PeerReader> readers = new ArrayList<>();
    try {
      for (int i = 0; i < threads; i++) {
        readers.add(index.reader());
      }
      Turn first = turn(callers, readers, 1);
      double once = Math.max(first.wallSeconds, 1e-6);
      int repeats = (int) Math.min(MOST_REPEATS, Math.max(1, LEAST_TURN_SECONDS / once));
      Turn best = null;
      long begin = System.nanoTime();
      for (int i = 0;
          i < effort.turns() || (System.nanoTime() - begin) / 1e9 < effort.seconds();
          i++) {
        Turn next = turn(callers, readers, effort.seconds() == 0 ? 1 : repeats);
        best = best == null || next.cost() < best.cost() ? next : best;
      }
      Map<String, Double> latencies = latencies(readers.get(0));
      return new Measurement(
          row, best.queries, best.wallSeconds, best.cpuSeconds, null, null, latencies, Map.of());
    } finally {
      callers.shutdownNow();
      for (PeerReader reader : readers) {
        reader.close();
      }
    }
  }

  private Turn turn(ExecutorService callers, List<PeerReader> readers, int repeats)
      throws Exception {
    double before = ProcessStats.cpuSeconds();
    CyclicBarrier start = new CyclicBarrier(readers.size());
    List<Future<Turn>> turns = new ArrayList<>();
    for (int i = 0; i < readers.size(); i++) {
      PeerReader reader = readers.get(i);
      int offset = (int) ((long) queries * i / readers.size());
      turns.add(
          callers.submit(
              () -> {
                start.await();
                return ask(reader, offset, repeats);
              }));
    }
    long asked = 0;
    double cpu = 0;
    double wall = 0;
    for (Future<Turn> each : turns) {
      asked += each.get().queries;
      cpu += each.get().cpuSeconds;
      wall = Math.max(wall, each.get().wallSeconds);
    }
    double used = index.hasOwnThreads() ? ProcessStats.cpuSeconds() - before : cpu;
    return new Turn(readers.size(), asked, used, wall);
  }

  private Turn ask(PeerReader reader, int offset, int repeats) throws Exception {
    ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    Answer answer = new Answer();
    long cpu = thread.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    for (int repeat = 0; repeat < repeats; repeat++) {
      for (int i = 0; i < queries; i++) {
        int number = i + offset;
        query.ask(reader, number < queries ? number : number - queries, answer);
        answer.clear();
      }
    }
    return new Turn(
        1,
        (long) repeats * queries,
        (thread.getCurrentThreadCpuTime() - cpu) / 1e9,
        (System.nanoTime() - begin) / 1e9);
  }

  private Map<String, Double> latencies(PeerReader reader) throws Exception {
    Histogram nanos = new Histogram(DIGITS);
    Answer answer = new Answer();
    long before = System.nanoTime();
    for (int i = 0; i < queries; i++) {
      query.ask(reader, i, answer);
      answer.clear();
      long now = System.nanoTime();
      nanos.recordValue(now - before);
      before = now;
    }
    return Meter.latencies(nanos);
  }
}
