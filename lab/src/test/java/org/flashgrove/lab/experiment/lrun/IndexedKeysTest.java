package org.flashgrove.lab.experiment.lrun;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IndexedKeysTest {
  /** More programs than 2,048 blocks take: a build that collected one would end in an exception. */
  @Test
  void largeTreesAreBuiltWithoutCollectingABlock() {
    IndexedKeys keys = new IndexedKeys(140_000, "mutree:k=0.5,height=4");
    assertThat(keys.height()).isEqualTo(4);
    assertThat(keys.livePages()).isEqualTo(140_000 / 64); // ascending keys fill a leaf each
  }
}
