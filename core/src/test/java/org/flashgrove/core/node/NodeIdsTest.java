package org.flashgrove.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests which ids are assigned, and which of them commits and operations report. */
class NodeIdsTest {
  private final NodeIds ids = new NodeIds();

  @Test
  void theOldestFreeIdComesFirst() {
    for (int i = 0; i < 4; i++) {
      assertThat(ids.take()).isEqualTo(i);
    }
    ids.commit();
    ids.free(2);
    ids.free(0);
    assertThat(ids.take()).isEqualTo(2);
    assertThat(ids.take()).isZero();
    assertThat(ids.take()).isEqualTo(4);
  }

  @Test
  void whatAnOpenOperationTookIsNotCommitted() {
    ids.take();
    ids.take();
    ids.commit();
    ids.free(1);
    ids.take();
    ids.take();
    assertThat(ids.last()).isEqualTo(2);
    assertThat(ids.lastCommitted()).isEqualTo(1);
    assertThat(ids.freeIds()).containsExactly(1);
    assertThat(ids.untakenIds()).isEmpty();
    ids.undo();
    assertThat(ids.last()).isEqualTo(1);
    assertThat(ids.untakenIds()).containsExactly(1);
    ids.take();
    ids.commit();
    assertThat(ids.freeIds()).isEmpty();
  }
}
