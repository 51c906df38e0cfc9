package org.flashgrove.core.component;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.flashgrove.core.failure.DamagedStoreException;
import org.flashgrove.core.failure.StoreClosedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What {@link ComponentStore} promises; every implementation inherits these tests. */
public abstract class ComponentStoreContract {
  /** Bytes of a page of the stores. */
  protected static final int PAGE = 512;

  /** Pages of a block of the stores. */
  protected static final int PAGES = 4;

  private final List<ComponentStore> opened = new ArrayList<>();
  private ComponentStore store;
  private RecordingIndex index;

  /** A store that is not open: an empty one, or the one that was closed last. */
  protected abstract ComponentStore next();

  /** Opens a store to which an index is attached. */
  protected abstract void open(ComponentStore closed);

  private void open() {
    store = next();
    opened.add(store);
    index = new RecordingIndex();
    store.attach(index);
    open(store);
  }

  private void reopen() {
    store.close();
    open();
  }

  @AfterEach
  void closeStores() {
    opened.forEach(ComponentStore::close);
  }

  private void commit(long... words) {
    try (ComponentOperation operation = store.begin()) {
      operation.stage(words, words.length);
      operation.commit();
      assertThat(operation.isCommitted()).isTrue();
    }
  }

  private byte[] page(long content) {
    byte[] page = new byte[store.pageSize()];
    for (int at = ComponentStore.ENVELOPE_BYTES; at < page.length; at++) {
      page[at] = (byte) (content * 31 + at);
    }
    return page;
  }

  private Block block(long... contents) {
    try (BlockWriter writer = store.newBlock()) {
      for (long content : contents) {
        writer.append(page(content));
      }
      return writer.seal();
    }
  }

  private void replace(long... contents) {
    store.maintain(() -> index.edit(store, List.of(block(contents))));
  }

  private void assertHolds(Block block, long... contents) {
    assertThat(block.pages()).isEqualTo(contents.length);
    PageRequests requests = new PageRequests();
    for (int i = 0; i < contents.length; i++) {
      requests.add(block, contents.length - 1 - i);
    }
    byte[][] frames = new byte[contents.length][];
    Set<Integer> loaded = new HashSet<>();
    store.read(
        requests,
        new PageSink() {
          @Override
          public byte[] frame(int at) {
            frames[at] = new byte[PAGE + 8];
            return frames[at];
          }

          @Override
          public void loaded(int at) {
            loaded.add(at);
          }
        });
    assertThat(loaded).hasSize(contents.length);
    for (int i = 0; i < contents.length; i++) {
      assertThat(
              Arrays.copyOfRange(
                  frames[contents.length - 1 - i], ComponentStore.ENVELOPE_BYTES, PAGE))
          .isEqualTo(Arrays.copyOfRange(page(contents[i]), ComponentStore.ENVELOPE_BYTES, PAGE));
    }
  }

  private List<String> callsOf(String prefix) {
    return index.calls.stream()
        .filter(call -> call.startsWith(prefix))
        .collect(Collectors.toList());
  }

  @Test
  void anEmptyStoreIsOpenedWithNothing() {
    open();
    assertThat(store.pageSize()).isEqualTo(PAGE);
    assertThat(store.contentSize()).isEqualTo(PAGE - ComponentStore.ENVELOPE_BYTES);
    assertThat(store.blockPages()).isEqualTo(PAGES);
    assertThat(index.calls).containsExactly("opened");
    assertThatThrownBy(() -> store.attach(new RecordingIndex()))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void wordsComeBackWhenTheyAreCommittedAndWhenTheStoreIsOpened() {
    open();
    commit(1, -2, Long.MIN_VALUE);
    commit(4);
    assertThat(callsOf(""))
        .containsSubsequence(
            "makeRoom 3", "preserve -1", "apply 1,-2," + Long.MIN_VALUE, "makeRoom 1", "apply 4");
    long newest = store.newestCommit();
    reopen();
    assertThat(callsOf(""))
        .containsExactly("restore CHANGES 1,-2," + Long.MIN_VALUE, "restore CHANGES 4", "opened");
    assertThat(store.newestCommit()).isGreaterThanOrEqualTo(newest);
  }

  @Test
  void anOperationIsAllOrNothing() {
    open();
    try (ComponentOperation operation = store.begin()) {
      operation.stage(new long[] {1, 2, 3}, 2);
      assertThatThrownBy(store::begin).isInstanceOf(IllegalStateException.class);
      assertThat(operation.length()).isEqualTo(2);
    }
    try (ComponentOperation operation = store.begin()) {
      assertThat(operation.length()).isZero();
      operation.stage(new long[] {7}, 1);
      operation.stage(new long[] {8, 9}, 2);
      assertThat(operation.isCommitted()).isFalse();
      operation.commit();
      assertThatThrownBy(() -> operation.stage(new long[] {1}, 1))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(operation::commit).isInstanceOf(IllegalStateException.class);
    }
    try (ComponentOperation operation = store.begin()) {
      operation.commit();
    }
    assertThat(callsOf("apply")).containsExactly("apply 7,8,9");
    reopen();
    assertThat(callsOf("restore")).containsExactly("restore CHANGES 7,8,9");
  }

  @Test
  void blocksAreReadAsTheyWereWritten() {
    open();
    Block[] written = new Block[2];
    store.maintain(
        () -> {
          try (BlockWriter one = store.newBlock();
              BlockWriter other = store.newBlock()) {
            one.append(page(1));
            other.append(page(2));
            one.append(page(3));
            for (long content = 4; content < 4 + PAGES - 1; content++) {
              other.append(page(content));
            }
            assertThat(one.pages()).isEqualTo(2);
            assertThatThrownBy(() -> other.append(page(9)))
                .isInstanceOf(IllegalStateException.class);
            written[0] = one.seal();
            assertThat(written[0].checksum()).isEqualTo(one.lastChecksum());
            assertThatThrownBy(() -> one.append(page(9))).isInstanceOf(IllegalStateException.class);
            written[1] = other.seal();
          }
          index.edit(store, List.of(written));
          assertHolds(written[0], 1, 3);
        });
    assertThat(written[0].number()).isNotEqualTo(written[1].number());
    assertThat(written[0].sequence()).isNotEqualTo(written[1].sequence());
    assertHolds(written[0], 1, 3);
    assertHolds(written[1], 2, 4, 5, 6);
    reopen();
    assertThat(index.blocks).containsExactly(written);
    assertHolds(written[0], 1, 3);
    assertHolds(written[1], 2, 4, 5, 6);
  }

  @Test
  void blocksAreWrittenWhereTheIndexMay() {
    open();
    assertThatThrownBy(store::newBlock).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> index.edit(store, List.of()))
        .isInstanceOf(IllegalStateException.class);
    index.onMakeRoom = () -> index.edit(store, List.of(block(1)));
    commit(1);
    assertHolds(index.blocks.get(0), 1);
    index.onFlush = () -> index.edit(store, List.of(block(2)));
    store.flush();
    assertHolds(index.blocks.get(0), 2);
    replace(3);
    assertHolds(index.blocks.get(0), 3);
    assertThatThrownBy(store::newBlock).isInstanceOf(IllegalStateException.class);
  }

  /** As an index does that spreads its work over many commits. */
  @Test
  void aBlockIsWrittenPageByPageBetweenCommits() {
    open();
    replace(1, 2);
    Block before = index.blocks.get(0);
    BlockWriter[] writer = new BlockWriter[1];
    index.onMakeRoom =
        () -> {
          writer[0] = writer[0] == null ? store.newBlock() : writer[0];
          writer[0].append(page(50 + writer[0].pages()));
        };
    commit(7);
    index.onFlush = index.onMakeRoom;
    store.flush();
    commit(8);
    assertHolds(before, 1, 2);
    index.onMakeRoom = () -> {};
    store.maintain(() -> index.edit(store, List.of(before, writer[0].seal())));
    assertHolds(index.blocks.get(1), 50, 51, 52);
    reopen();
    assertThat(index.words).containsExactly(7L, 8L);
    assertHolds(index.blocks.get(0), 1, 2);
    assertHolds(index.blocks.get(1), 50, 51, 52);
  }

  @Test
  void anEditIsMadeWithItsOperation() {
    open();
    replace(1);
    Block before = index.blocks.get(0);
    Block[] made = new Block[1];
    store.maintain(() -> made[0] = block(2, 3));
    try (ComponentOperation operation = store.begin()) {
      index.edit(operation::stageEdit, List.of(made[0]));
      assertThatThrownBy(() -> operation.stage(new long[] {1}, 1))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(index.blocks).containsExactly(before);
    store.maintain(() -> made[0] = block(4, 5));
    commit(9);
    try (ComponentOperation operation = store.begin()) {
      index.edit(operation::stageEdit, List.of(made[0]));
      assertThat(index.blocks).containsExactly(before);
      operation.commit();
      assertThat(operation.isCommitted()).isTrue();
    }
    assertThat(index.blocks).containsExactly(made[0]);
    commit(8);
    reopen();
    assertThat(index.words).containsExactly(9L, 8L);
    assertThat(index.blocks).containsExactly(made[0]);
    assertHolds(made[0], 4, 5);
    replace(6);
    assertHolds(index.blocks.get(0), 6);
  }

  /** As an index does that has a thread of its own for its merges. */
  @Test
  void aBlockIsWrittenBesideCommits() {
    open();
    replace(1, 2);
    Block before = index.blocks.get(0);
    BlockWriter[] writer = new BlockWriter[1];
    store.maintain(() -> writer[0] = store.newBlock());
    CompletableFuture<Block> worker =
        CompletableFuture.supplyAsync(
            () -> {
              for (int page = 0; page < 3; page++) {
                writer[0].append(page(50 + page));
              }
              Block sealed = writer[0].seal();
              store.syncBlocks();
              return sealed;
            });
    for (int word = 0; word < 20; word++) {
      commit(word);
    }
    Block made = worker.join();
    assertHolds(before, 1, 2);
    store.maintain(() -> index.edit(store, List.of(before, made)));
    reopen();
    assertHolds(index.blocks.get(0), 1, 2);
    assertHolds(index.blocks.get(1), 50, 51, 52);
  }

  @Test
  void anEditNamesBlocksThatWereSealedAndThatCount() {
    open();
    replace(1);
    Block known = index.blocks.get(0);
    Block unknown = new Block(known.number(), known.sequence() + 1, 1, 0);
    List<Throwable> refused = new ArrayList<>();
    store.maintain(
        () -> {
          for (Block[] added : new Block[][] {{unknown}, {known}}) {
            refuse(refused, added, new Block[0]);
          }
          refuse(refused, new Block[0], new Block[] {unknown});
        });
    assertThat(refused).hasSize(3).hasOnlyElementsOfType(IllegalArgumentException.class);
    assertHolds(known, 1);
  }

  private void refuse(List<Throwable> refused, Block[] added, Block[] retired) {
    try {
      store.edit(new long[] {0}, 1, added, retired, () -> {});
    } catch (RuntimeException e) {
      refused.add(e);
    }
  }

  @Test
  void editsAndCommitsComeBackInOrder() {
    open();
    commit(1);
    replace(1);
    commit(2);
    replace(2, 3);
    List<Block> blocks = index.blocks;
    reopen();
    assertThat(index.calls.stream().map(call -> call.replaceFirst(" [-0-9].*", "")))
        .containsExactly(
            "restore CHANGES", "restore EDIT", "restore CHANGES", "restore EDIT", "opened");
    assertThat(index.blocks).isEqualTo(blocks);
    assertHolds(blocks.get(0), 2, 3);
  }

  @Test
  void anEditIsLaterThanCommitsBeforeAndEarlierThanTheNext() {
    open();
    commit(1);
    long before = store.newestCommit();
    long[] edit = {0};
    store.maintain(
        () -> edit[0] = store.edit(new long[] {0}, 1, new Block[0], new Block[0], () -> {}));
    assertThat(edit[0]).isGreaterThan(before);
    assertThat(store.newestCommit()).isEqualTo(before);
    commit(2);
    assertThat(store.newestCommit()).isGreaterThan(edit[0]);
  }

  @Test
  void aCheckpointImageTakesThePlaceOfWhatWasBefore() {
    open();
    commit(1);
    replace(5);
    commit(2);
    store.flush();
    commit(3);
    reopen();
    assertThat(callsOf("restore")).hasSize(2);
    assertThat(index.calls.get(0)).startsWith("restore CHECKPOINT_IMAGE 1,");
    assertThat(index.words).containsExactly(1L, 2L, 3L);
    assertHolds(index.blocks.get(0), 5);
    store.flush();
    reopen();
    assertThat(callsOf("restore")).hasSize(1);
    assertThat(index.words).containsExactly(1L, 2L, 3L);
  }

  @Test
  void retiredBlocksAreGivenOutAgain() {
    open();
    Set<Long> numbers = new HashSet<>();
    Set<Long> sequences = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      replace(i, i + 1);
      Block block = index.blocks.get(0);
      numbers.add(block.number());
      assertThat(sequences.add(block.sequence())).isTrue();
      if (i % 20 == 10) {
        commit(i);
        store.sync();
      }
      if (i % 50 == 20) {
        reopen();
      }
      assertHolds(index.blocks.get(0), i, i + 1);
    }
    assertThat(numbers).hasSizeLessThanOrEqualTo(40);
  }

  @Test
  void whatNoEditNamesIsFree() {
    open();
    store.maintain(() -> block(1, 2, 3));
    store.maintain(() -> block(1, 2, 3));
    store.maintain(
        () -> {
          try (BlockWriter writer = store.newBlock()) {
            writer.append(page(1));
          }
        });
    reopen();
    replace(7);
    assertThat(index.blocks.get(0).number()).isZero();
    assertHolds(index.blocks.get(0), 7);
  }

  @Test
  void aSnapshotKeepsItsBlocks() {
    open();
    commit(1);
    replace(1, 2, 3);
    Block seen = index.blocks.get(0);
    Set<Long> meanwhile = new HashSet<>();
    try (ComponentSnapshot snapshot = store.snapshot()) {
      for (int i = 0; i < 30; i++) {
        replace(i + 10);
        commit(i);
        store.sync();
        meanwhile.add(index.blocks.get(0).number());
      }
      assertThat(meanwhile)
          .as("blocks that the snapshot cannot see")
          .doesNotContain(seen.number())
          .hasSizeLessThan(28);
      store.flush();
      replace(99);
      assertHolds(seen, 1, 2, 3);
      assertThat(snapshot.state()).isEqualTo(List.of(1L));
    }
    Set<Long> numbers = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      replace(i + 10);
      commit(i);
      store.sync();
      numbers.add(index.blocks.get(0).number());
    }
    assertThat(numbers).contains(seen.number()).hasSizeLessThan(30);
  }

  @Test
  void aSnapshotBetweenCommitAndEditKeepsItsBlocks() {
    open();
    replace(1);
    Block first = index.blocks.get(0);
    commit(1);
    try (ComponentSnapshot before = store.snapshot()) {
      replace(2);
      Block second = index.blocks.get(0);
      try (ComponentSnapshot after = store.snapshot()) {
        assertThat(after.commit()).isEqualTo(before.commit());
        for (int i = 0; i < 20; i++) {
          replace(i + 10);
          commit(i);
          store.sync();
        }
        assertHolds(second, 2);
      }
      assertHolds(first, 1);
    }
  }

  @Test
  void snapshotsSeeTheirCommit() {
    open();
    commit(1);
    ComponentSnapshot first = store.snapshot();
    commit(2);
    ComponentSnapshot second = store.snapshot();
    commit(3);
    assertThat(first.state()).isEqualTo(List.of(1L));
    assertThat(second.state()).isEqualTo(List.of(1L, 2L));
    assertThat(second.commit()).isGreaterThan(first.commit());
    assertThat(callsOf("preserve"))
        .containsExactly(
            "preserve -1", "preserve " + first.commit(), "preserve " + second.commit());
    long oldest = second.commit();
    first.close();
    assertThat(callsOf("prune")).containsExactly("prune " + oldest);
    second.close();
    assertThat(callsOf("prune")).contains("prune " + Long.MAX_VALUE);
    assertThatThrownBy(second::state).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(second::commit).isInstanceOf(IllegalStateException.class);
    second.close();
    commit(4);
    assertThat(callsOf("preserve")).endsWith("preserve -1");
  }

  @Test
  void anIndexThatFailsEndsChangesButNotQueries() {
    open();
    commit(1);
    index.onMakeRoom =
        () -> {
          throw new DamagedStoreException("index", "block 3", "on purpose");
        };
    assertThatThrownBy(() -> commit(2))
        .isInstanceOf(DamagedStoreException.class)
        .hasMessageContaining("on purpose");
    assertThatThrownBy(store::begin).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> store.maintain(() -> {})).isInstanceOf(StoreClosedException.class);
    try (ComponentSnapshot snapshot = store.snapshot()) {
      assertThat(snapshot.state()).isEqualTo(List.of(1L));
    }
    reopen();
    assertThat(index.words).containsExactly(1L);
    commit(3);
    assertThat(index.words).containsExactly(1L, 3L);
  }

  @Test
  void aClosedStoreIsRefused() {
    open();
    commit(1);
    replace(1);
    Block block = index.blocks.get(0);
    ComponentSnapshot snapshot = store.snapshot();
    store.close();
    store.close();
    assertThat(callsOf("close")).hasSize(1);
    assertThatThrownBy(store::begin).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(store::snapshot).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(snapshot::state).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(store::sync).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(store::flush).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> store.maintain(() -> {})).isInstanceOf(StoreClosedException.class);
    assertThatThrownBy(() -> assertHolds(block, 1)).isInstanceOf(StoreClosedException.class);
  }
}
