package org.flashgrove.storage.node.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.node.NodeLayout;
import org.flashgrove.core.node.TreeLayout;
import org.junit.jupiter.api.Test;

/** The frames as which changes in CONTENT frames count. */
class OwnFramesTest {
  private static final TreeLayout LAYOUT =
      new TreeLayout(NodeLayout.rectangles(5, 36), NodeLayout.rectangles(5, 36));

  /**
   * Returns a buffer whose nodes 7 and 8 have the given numbers of changes, of frames 70 and 80.
   */
  private static NodeBuffer bufferOf(int changes) {
    return (NodeBuffer)
        Proxy.newProxyInstance(
            OwnFramesTest.class.getClassLoader(),
            new Class<?>[] {NodeBuffer.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("unflushed");
              ChangeConsumer consumer = (ChangeConsumer) arguments[0];
              for (long node = 7; node <= 8; node++) {
                consumer.change(ChangeKind.VERSION, node, 0, new long[] {10 * node}, 0, 0);
                for (int i = 0; i < changes; i++) {
                  consumer.change(ChangeKind.CHANGE, node, 0, new long[5], 0, 0);
                }
                consumer.change(ChangeKind.STATE, node, 0, new long[] {changes, 1}, 0, 0);
              }
              return null;
            });
  }

  @Test
  void eachContentFrameSaysThemOfItsNodes() {
    List<long[]> frames = new ArrayList<>();
    Changes.appendUnflushed(
        (type, words, length) -> frames.add(Arrays.copyOf(words, length)),
        LAYOUT,
        bufferOf(25_000)); // of 7 words each: more than two frames of a node
    assertThat(frames).hasSizeGreaterThan(4);
    int[] changes = {0};
    for (long[] words : frames) {
      OwnFrames versions = new OwnFrames();
      versions.start();
      Changes.decode(
          LAYOUT,
          words,
          0,
          words.length,
          (kind, nodeId, level, source, at, count) -> {
            if (!versions.note(kind, nodeId, source, at, 100)) {
              assertThat(versions.frameOf(nodeId, 100)).isEqualTo(10 * nodeId);
              changes[0] += kind == ChangeKind.CHANGE ? 1 : 0;
            }
          });
    }
    assertThat(changes[0]).isEqualTo(50_000);
  }

  @Test
  void withoutThemTheFramesOwnNumberCounts() {
    OwnFrames versions = new OwnFrames();
    assertThat(versions.note(ChangeKind.ADD, 7, new long[5], 0, 100)).isFalse();
    assertThat(versions.frameOf(7, 100)).isEqualTo(100);
    assertThat(versions.note(ChangeKind.VERSION, 7, new long[] {60}, 0, 100)).isTrue();
    assertThat(versions.frameOf(7, 100)).isEqualTo(60);
    assertThat(versions.frameOf(8, 100)).isEqualTo(100);
    versions.start();
    assertThat(versions.frameOf(7, 100)).isEqualTo(100);
  }

  @Test
  void aFrameToComeIsDamage() {
    OwnFrames versions = new OwnFrames();
    assertThatThrownBy(() -> versions.note(ChangeKind.VERSION, 7, new long[] {101}, 0, 100))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("frame 101");
    assertThatThrownBy(() -> versions.note(ChangeKind.VERSION, 7, new long[] {-1}, 0, 100))
        .isInstanceOf(DamagedStoreException.class);
  }
}
