package org.flashgrove.access.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoinSidesTest {
  @Test
  void allPartsAreClosedWhenSomeFail() {
    List<String> closed = new ArrayList<>();
    Error first = new OutOfMemoryError("first");
    List<Runnable> closings =
        List.of(
            () -> closed.add("snapshot"),
            () -> {
              throw first;
            },
            () -> {
              throw new AssertionError("second");
            },
            () -> closed.add("files"));
    assertThatThrownBy(() -> JoinSides.closeAll(closings)).isSameAs(first);
    assertThat(first.getSuppressed()).singleElement().isInstanceOf(AssertionError.class);
    assertThat(closed).containsExactly("snapshot", "files");
  }
}
