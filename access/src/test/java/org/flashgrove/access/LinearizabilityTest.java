package org.flashgrove.access;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.flashgrove.core.Repetitions;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that concurrent calls to a store are linearizable. The calls must answer as if they had
 * been made one after the other, each at some moment between its beginning and its end. After the
 * store is closed, all calls must throw the same kind of exception.
 *
 * <p>Lincheck draws scenarios of eleven calls, nine of them by three threads, always with the same
 * seed. It runs each scenario several times in its stress mode. Then it looks for an order of the
 * calls in which {@link EntryModel} returns the results that the store returned.
 */
@Tag("concurrent")
class LinearizabilityTest {
  private static final int RUNS = Repetitions.of(5, 10);
  private static final List<StoreTemplate> TEMPLATES = new ArrayList<>();

  static StoreTemplate template(String index, String flash, String device, String sync) {
    StoreTemplate template = new StoreTemplate(index, flash, device, sync);
    TEMPLATES.add(template);
    return template;
  }

  /** Calls to a store with the plain pool and out-of-place writes. */
  public static class PoolCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        template("rstar", "none:frames=8,log=64K", "buffered", "close");

    public PoolCalls() {
      super(TEMPLATE.open());
    }
  }

  /**
   * Calls to a store with the plain pool and out-of-place writes. Changes of nodes that are not in
   * the pool are deferred.
   */
  public static class UnreadCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        template("rstar", "none:frames=8,behind=8,log=64K", "buffered:depth=4", "group:1ms");

    public UnreadCalls() {
      super(TEMPLATE.open());
    }
  }

  /** Calls to a store with the plain pool and in-place writes. */
  public static class HomeCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        template("rtree", "none:frames=8,log=64K", "buffered:placement=home", "op");

    public HomeCalls() {
      super(TEMPLATE.open());
    }
  }

  /** Calls to a store with a flash-aware buffer and out-of-place writes. */
  public static class EfindCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        template("rstar", "efind:buffer=16K,unit=2,log=64K", "buffered", "group:1ms");

    public EfindCalls() {
      super(TEMPLATE.open());
    }
  }

  /** Calls to a store with the plain pool and out-of-place writes, which is closed meanwhile. */
  public static class ClosedPoolCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        template("rstar", "none:frames=8,log=64K", "buffered", "group:1ms");

    public ClosedPoolCalls() {
      super(TEMPLATE.open());
    }

    @Operation
    public void close() {
      store().close();
    }
  }

  /**
   * Calls to a store with a flash-aware buffer and out-of-place writes, which is closed meanwhile.
   */
  public static class ClosedEfindCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        template("hilbert:domain=0/0/128/128", "efind:buffer=16K,unit=2,log=64K", "buffered", "op");

    public ClosedEfindCalls() {
      super(TEMPLATE.open());
    }

    @Operation
    public void close() {
      store().close();
    }
  }

  /** Calls to a grove. A worker merges its changes in memory with its blocks. */
  public static class GroveCalls extends StoreCalls {
    private static final StoreTemplate TEMPLATE =
        template(
            "grove:memory=24K,block=4K,tile=4,merges=worker,domain=0/0/128/128",
            "none:log=64K",
            "buffered",
            "group:5ms"); // insertions wait for others

    public GroveCalls() {
      super(TEMPLATE.open());
    }
  }

  /** Calls to an incorrect store, in which a move is two commits. */
  public static class TornMoves extends PoolCalls {
    @Override
    @Operation(params = {"object", "place"})
    public boolean move(int object, int place) {
      double[] to = ConcurrentEntries.box(object, 1 - place);
      if (!delete(object, place)) {
        return false;
      }
      Thread.yield(); // so that it need not be looked for for long
      store().insert(object, to[0], to[1], to[2], to[3]);
      return true;
    }
  }

  /** Calls to an incorrect store, in which a batch is two commits. */
  public static class TornBatches extends EfindCalls {
    @Override
    @Operation(params = "new")
    public void insertTwins(int object) {
      insert(object);
      Thread.yield();
      insert(object + ConcurrentEntries.TWIN);
    }
  }

  /** Calls to an incorrect store, in which an answer comes from two snapshots. */
  public static class TornQueries extends PoolCalls {
    @Override
    @Operation(params = "window")
    public String query(int window) {
      if (window != 0) {
        return super.query(window);
      }
      List<String> words = new ArrayList<>();
      collect(1, words);
      Thread.yield();
      collect(2, words);
      return answer(words, ConcurrentEntries.FIXED);
    }
  }

  /**
   * Options with a longer timeout for hung runs than the default of Lincheck. A busy machine can
   * stop threads for seconds.
   */
  private static final class PatientOptions extends StressOptions {
    private static final long HUNG_MILLIS = 120_000;

    PatientOptions() {
      setTimeoutMs(HUNG_MILLIS);
    }
  }

  private static StressOptions options(int scenarios) {
    return new PatientOptions()
        .iterations(scenarios)
        .invocationsPerIteration(RUNS)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .sequentialSpecification(EntryModel.class);
  }

  static void check(Class<? extends StoreCalls> calls, int scenarios) {
    options(scenarios).check(calls);
    System.out.printf(
        Locale.ROOT,
        "LinearizabilityTest: %s: %,d scenarios, %,d runs%n",
        calls.getSimpleName(),
        scenarios,
        scenarios * RUNS);
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        PoolCalls.class,
        UnreadCalls.class,
        EfindCalls.class,
        GroveCalls.class,
        ClosedPoolCalls.class
      })
  void callsAreLinearizable(Class<? extends StoreCalls> calls) {
    check(calls, 10);
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(
      classes = {
        PoolCalls.class,
        UnreadCalls.class,
        HomeCalls.class,
        EfindCalls.class,
        GroveCalls.class,
        ClosedPoolCalls.class,
        ClosedEfindCalls.class
      })
  void inTwelveThousandScenarios(Class<? extends StoreCalls> calls) {
    check(calls, 2_400);
  }

  /**
   * Lincheck must find the errors of the incorrect stores. It would miss them if the scenarios or
   * the search for an order were too weak.
   */
  @ParameterizedTest
  @ValueSource(classes = {TornMoves.class, TornBatches.class})
  void whatIsNotAtomicIsFound(Class<? extends StoreCalls> calls) {
    requireFound(calls);
  }

  @Tag("long")
  @Test
  void soIsAnAnswerFromTwoSnapshots() {
    requireFound(TornQueries.class);
  }

  private static void requireFound(Class<? extends StoreCalls> calls) {
    assertThatThrownBy(() -> options(1_000).minimizeFailedScenario(false).check(calls))
        .isInstanceOf(LincheckAssertionError.class)
        .hasMessageContaining("Invalid execution results");
  }

  @AfterAll
  static void printWhatHappened() {
    TEMPLATES.forEach(System.out::println);
  }
}
