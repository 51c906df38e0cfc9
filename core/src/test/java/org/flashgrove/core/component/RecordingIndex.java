package org.flashgrove.core.component;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * An index that keeps what its store calls it with: the words of all operations, oldest first, and
 * a list of blocks, which an edit replaces whole. For tests.
 */
final class RecordingIndex implements ComponentIndex {
  /** Calls, as text. */
  final List<String> calls = new ArrayList<>();

  /** Words of all commits. */
  volatile List<Long> words = List.of();

  /** Blocks that count. */
  List<Block> blocks = List.of();

  /** Run when room is to be made. */
  Runnable onMakeRoom = () -> {};

  /** Run when memory is to be brought to blocks. */
  Runnable onFlush = () -> {};

  @Override
  public void restore(long frame, Kind kind, long[] source, int length) {
    calls.add("restore " + kind + " " + text(source, length));
    if (kind == Kind.CHANGES) {
      words = more(source, length);
    } else {
      readBlocks(frame, source, length);
    }
  }

  private static String text(long[] source, int length) {
    return Arrays.stream(source, 0, length)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(","));
  }

  private List<Long> more(long[] source, int length) {
    List<Long> all = new ArrayList<>(words);
    Arrays.stream(source, 0, length).forEach(all::add);
    return List.copyOf(all);
  }

  private void readBlocks(long frame, long[] source, int length) {
    List<Block> read = new ArrayList<>();
    for (int i = 0; i < source[0]; i++) {
      read.add(Block.read(frame, source, length, 1 + i * Block.WORDS));
    }
    blocks = List.copyOf(read);
    List<Long> rest = new ArrayList<>();
    for (int at = 1 + read.size() * Block.WORDS; at < length; at++) {
      rest.add(source[at]);
    }
    words = rest.isEmpty() ? words : List.copyOf(rest);
  }

  /** Words of an edit or a checkpoint image. */
  private static long[] written(List<Block> blocks, List<Long> rest) {
    long[] written = new long[1 + blocks.size() * Block.WORDS + rest.size()];
    written[0] = blocks.size();
    int at = 1;
    for (Block block : blocks) {
      block.write(written, at);
      at += Block.WORDS;
    }
    for (long word : rest) {
      written[at++] = word;
    }
    return written;
  }

  /** Edits: these blocks count from now on. */
  void edit(ComponentStore store, List<Block> now) {
    edit(store::edit, now);
  }

  /** Has an edit taken: these blocks count from then on. */
  void edit(EditTaker taker, List<Block> now) {
    long[] edit = written(now, List.of());
    Block[] added = now.stream().filter(b -> !blocks.contains(b)).toArray(Block[]::new);
    Block[] retired = blocks.stream().filter(b -> !now.contains(b)).toArray(Block[]::new);
    taker.edit(edit, edit.length, added, retired, () -> blocks = List.copyOf(now));
  }

  @Override
  public void visitBlocks(Consumer<Block> visitor) {
    blocks.forEach(visitor);
  }

  @Override
  public void opened(long lastFrame) {
    calls.add("opened");
  }

  @Override
  public void makeRoom(int count, long[] next) {
    calls.add("makeRoom " + count);
    onMakeRoom.run();
  }

  @Override
  public void preserve(long newestLive) {
    calls.add("preserve " + newestLive);
  }

  @Override
  public void apply(long frame, long[] source, int length) {
    calls.add("apply " + text(source, length));
    words = more(source, length);
  }

  @Override
  public Object capture(long commit) {
    return words;
  }

  @Override
  public void prune(long oldestLive) {
    calls.add("prune " + oldestLive);
  }

  @Override
  public long unflushedBytes() {
    return 0;
  }

  @Override
  public void flush() {
    calls.add("flush");
    onFlush.run();
  }

  @Override
  public void checkpointImage(CheckpointImageSink sink) {
    long[] all = written(blocks, words);
    sink.append(all, all.length);
  }

  @Override
  public void close() {
    calls.add("close");
  }
}
