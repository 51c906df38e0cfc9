package org.flashgrove.storage.framelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.log.AppendLog;
import org.flashgrove.core.log.AppendLogContract;
import org.flashgrove.core.page.AlignedBuffers;
import org.flashgrove.storage.file.MemoryDirectory;
import org.flashgrove.storage.file.RawFile;
import org.junit.jupiter.api.Test;

/** The contract for logs whose syncs fill up pages of the medium, and what is theirs alone. */
class FilledLogTest extends AppendLogContract {
  private static final long TAG = 0xF111_EDL;
  private static final int PAGE = 512;

  private final MemoryDirectory directory = new MemoryDirectory();
  private int logs;

  @Override
  protected AppendLog create() {
    FrameLog log = FrameLog.create(directory, "log" + ++logs, TAG, 4096, true);
    log.fillPages(PAGE);
    return log;
  }

  @Override
  protected AppendLog reopen() {
    FrameLog log = FrameLog.open(directory, "log" + logs, TAG, 4096, true, null);
    log.fillPages(PAGE);
    return log;
  }

  /** A frame of zeros may fit into what fills up the last word. */
  @Override
  protected long leastBytes(int words) {
    return 0;
  }

  private long fileBytes() {
    try (RawFile file = directory.open("log" + logs, RawFile.Caching.BUFFERED)) {
      return file.sizeBytes();
    }
  }

  private static long[] randomWords(Random random, int count) {
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = random.nextLong();
    }
    return words;
  }

  /** A page is filled up where at least as much was appended since the last sync as is missing. */
  @Test
  void syncsEndWithAPageUnlessTooLittleWasAppended() {
    Random random = Seeds.random();
    AppendLog log = create();
    int filled = 0;
    int left = 0;
    for (int sync = 0; sync < 300; sync++) {
      long sizeBefore = log.sizeBytes();
      long fileBefore = fileBytes();
      for (int i = random.nextInt(5); i >= 0; i--) {
        long[] words = randomWords(random, 1 + random.nextInt(30));
        log.append(1, words, words.length);
      }
      if (random.nextInt(4) == 0) {
        log.drain();
        log.append(2, new long[] {sync}, 1);
      }
      log.sync();
      long appended = log.sizeBytes() - sizeBefore;
      long missing = Math.floorMod(-(fileBefore + appended), (long) PAGE);
      boolean fills = missing <= appended;
      assertThat(fileBytes()).isEqualTo(fileBefore + appended + (fills ? missing : 0));
      filled += fills ? 1 : 0;
      left += fills ? 0 : 1;
    }
    assertThat(filled).isGreaterThan(30);
    assertThat(left).isGreaterThan(30);
    assertThat(fileBytes()).isLessThan(2 * log.sizeBytes());
    List<String> all = frames(log);
    log.close();
    assertThat(frames(reopen())).isEqualTo(all);
  }

  /** What fills a page up is as much a part of its frames as the rest of their bytes. */
  @Test
  void aTornEndCostsWhatWasNotSynced() {
    Random random = Seeds.random();
    AppendLog log = create();
    List<Long> ends = new ArrayList<>();
    List<Long> durable = new ArrayList<>();
    for (int sync = 0; sync < 6; sync++) {
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        long[] words = randomWords(random, 1 + random.nextInt(40));
        log.append(random.nextInt(3), words, words.length);
      }
      log.sync();
      ends.add(fileBytes());
      durable.add(log.lastFrame());
    }
    List<String> all = frames(log);
    ByteBuffer content = AlignedBuffers.allocate((int) fileBytes());
    try (RawFile file = directory.open("log" + logs, RawFile.Caching.BUFFERED)) {
      file.read(0, content, 0, content.capacity());
    }
    for (int cut = LogFormat.HEADER_BYTES; cut <= content.capacity(); cut++) {
      String name = "cut" + cut;
      try (RawFile file = directory.create(name, RawFile.Caching.BUFFERED)) {
        file.write(0, content, 0, cut);
      }
      long whole = 0;
      for (int i = 0; i < ends.size() && ends.get(i) <= cut; i++) {
        whole = durable.get(i);
      }
      AppendLog opened = FrameLog.open(directory, name, TAG, 4096, true, null);
      assertThat(opened.lastFrame()).isEqualTo(whole);
      assertThat(frames(opened)).isEqualTo(all.subList(0, (int) whole));
      opened.close();
    }
  }

  @Test
  void pagesThatAreNoWholeWordsAreRefused() {
    FrameLog log = FrameLog.create(directory, "refused", TAG, 4096, true);
    assertThatThrownBy(() -> log.fillPages(100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100")
        .hasMessageContaining("multiples of 8");
  }
}
