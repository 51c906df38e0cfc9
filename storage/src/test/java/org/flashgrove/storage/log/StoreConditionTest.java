package org.flashgrove.storage.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.flashgrove.core.failure.StoreClosedException;
import org.flashgrove.core.failure.StoreException;
import org.flashgrove.core.failure.StoreIoException;
import org.junit.jupiter.api.Test;

class StoreConditionTest {
  private final StoreCondition condition = new StoreCondition(List.of(), "parcels/store.log");

  @Test
  void anErrorOfTheLibraryIsNotCalledAFailureOfTheDevice() {
    RuntimeException cause = new ArithmeticException("/ by zero");
    assertThat(condition.fail(cause))
        .isInstanceOf(StoreException.class)
        .hasCause(cause)
        .hasMessage(
            "this is a defect of the library, not of the device; please report it:"
                + " java.lang.ArithmeticException: / by zero");
    assertThatThrownBy(condition::requireWritable)
        .isInstanceOf(StoreClosedException.class)
        .hasCause(cause)
        .hasMessageStartingWith(
            "parcels: the store accepts no changes, only queries, after an error in Flashgrove;"
                + " close")
        .hasMessageEndingWith("please report it: java.lang.ArithmeticException: / by zero");
    condition.requireReadable();
  }

  @Test
  void aFailureOfTheDeviceIsNamedAsItIs() {
    RuntimeException cause = new StoreIoException("nodes.pages: no space left on device");
    assertThat(condition.fail(cause)).isSameAs(cause);
    assertThatThrownBy(condition::requireWritable)
        .isInstanceOf(StoreClosedException.class)
        .hasMessageStartingWith(
            "parcels: the store accepts no changes, only queries, after a failure; fix the cause,"
                + " then")
        .hasMessageEndingWith(
            "close the store and open it again: nodes.pages: no space left on device");
  }

  @Test
  void anErrorOfMemoryRefusesChangesToo() {
    condition.fail(new OutOfMemoryError("Java heap space"));
    assertThatThrownBy(condition::requireWritable)
        .isInstanceOf(StoreClosedException.class)
        .hasMessageEndingWith("Java heap space");
  }
}
