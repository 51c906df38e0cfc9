package org.flashgrove.unitspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.flashgrove.core.Repetitions;
import org.flashgrove.core.failure.StoreIoException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Lets each of many calls of a device fail. Afterwards a space must still return each page as it
 * was last written, and its counts must be right.
 */
class FailedCallsTest {
  private static final int UNITS = 40;
  private static final int UNIT_PAGES = 8;
  private static final int FEW = 300;
  private static final int MANY = 6_000;

  /** Limit of the number of calls that succeed before one fails. */
  private static final int CALLS = 1_000;

  /** A space whose device failed to write refuses changes, and can be mounted again. */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void pagesStayReadableAfterAFailedWrite(UnitSetup setup) {
    SpaceRun run = new SpaceRun(setup, UNITS, UNIT_PAGES);
    for (int round = 0; round < Repetitions.of(FEW, MANY); round++) {
      run.device.failChangeAfter(round % CALLS);
      stepUntilFailure(run);
      run.verifyAll();
      run.recount();
      requireReadOnly(run);
      run.verifyAll();
      if (run.random.nextBoolean()) {
        run.medium.restart(run.random);
      }
      if (run.random.nextInt(4) == 0) {
        run.device.failChangeAfter(run.random.nextInt(4));
        try {
          run.mountAgain();
        } catch (StoreIoException e) {
          assertThat(e).hasMessage(FailingUnits.INJECTED);
        }
      }
      run.device.failChangeAfter(Long.MAX_VALUE);
      run.mountAgain();
      run.recount();
    }
  }

  private static void stepUntilFailure(SpaceRun run) {
    assertThatThrownBy(
            () -> {
              while (true) {
                run.step();
              }
            })
        .isInstanceOf(StoreIoException.class)
        .hasMessage(FailingUnits.INJECTED);
  }

  private static void requireReadOnly(SpaceRun run) {
    UnitSpace space = run.space;
    List<ThrowingCallable> changes =
        List.of(
            () -> space.write(0, 0, 0, run.bytes, 0),
            () -> space.write(run.current.length - 1, 1, 0, run.bytes, 0),
            () -> space.trim(0, 2),
            space::flush,
            () -> space.flush(0));
    for (ThrowingCallable change : changes) {
      assertThatThrownBy(change)
          .isInstanceOf(StoreIoException.class)
          .hasMessageContaining(FailingUnits.INJECTED)
          .hasMessageContaining("only reads are allowed");
    }
  }

  /** A space takes changes after a failed read, also if garbage collection read the page. */
  @ParameterizedTest
  @EnumSource(UnitSetup.class)
  void changesGoOnAfterAFailedRead(UnitSetup setup) {
    SpaceRun run = new SpaceRun(setup, UNITS, UNIT_PAGES);
    for (int round = 0; round < Repetitions.of(FEW, MANY); round++) {
      run.device.failReadAfter(run.random.nextInt(40));
      stepUntilFailure(run);
      run.verifyAll();
      run.recount();
      if (round % 8 == 0) {
        run.flush();
        run.conserve();
        assertThat(run.space.room()).isEqualTo(run.space.capacity() - run.live);
        run.mountAgain();
      }
    }
  }
}
