package org.flashgrove.grove.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.flashgrove.core.Seeds;
import org.flashgrove.core.index.Entry;
import org.flashgrove.grove.block.WordList;
import org.flashgrove.grove.log.Frames;
import org.junit.jupiter.api.Test;

/** Entries that a commit inserts and deletes again leave it, and nothing else does. */
class OwnPairsTest {
  private static final int ROUNDS = 200;
  private static final int CHANGES = 300;

  private record Change(boolean isDeletion, Entry of) {}

  private static List<Change> changes(long[] words, int length) {
    List<Change> changes = new ArrayList<>();
    for (int at = 0; at < length; at += Frames.changeWords(words, at)) {
      int upper = words[at] >= Frames.EXTENT ? at + 4 : at + 2;
      Entry of =
          new Entry(
              words[at + 1],
              Double.longBitsToDouble(words[at + 2]),
              Double.longBitsToDouble(words[at + 3]),
              Double.longBitsToDouble(words[upper]),
              Double.longBitsToDouble(words[upper + 1]));
      changes.add(new Change((words[at] & Frames.DELETION) != 0, of));
    }
    return changes;
  }

  private static WordList draw(Random random, int ids, double deletions) {
    WordList words = new WordList();
    for (int i = 0; i < CHANGES; i++) {
      int kind = random.nextDouble() < deletions ? WordList.DELETION : WordList.INSERTION;
      double x = random.nextInt(2);
      words.addChange(kind, random.nextInt(ids), x, 1, x + random.nextInt(2), 1);
    }
    return words;
  }

  /** Takes each deletion together with the last equal insertion before it. */
  private static Map<Entry, List<Boolean>> reduced(List<Change> changes) {
    Map<Entry, List<Boolean>> left = new HashMap<>();
    for (Change change : changes) {
      List<Boolean> of = left.computeIfAbsent(change.of(), key -> new ArrayList<>());
      int last = of.size() - 1;
      if (change.isDeletion() && last >= 0 && !of.get(last)) {
        of.remove(last);
      } else {
        of.add(change.isDeletion());
      }
    }
    left.values().removeIf(List::isEmpty);
    return left;
  }

  private static Map<Entry, List<Boolean>> byEntry(List<Change> changes) {
    Map<Entry, List<Boolean>> all = new HashMap<>();
    for (Change each : changes) {
      all.computeIfAbsent(each.of(), key -> new ArrayList<>()).add(each.isDeletion());
    }
    return all;
  }

  @Test
  void whatStaysHasTheSameEffectAndNoPairs() {
    Random random = Seeds.random();
    for (int round = 0; round < ROUNDS; round++) {
      WordList drawn = draw(random, 1 + random.nextInt(200), random.nextDouble());
      long[] net = OwnPairs.without(drawn.words(), drawn.length());
      List<Change> before = changes(drawn.words(), drawn.length());
      List<Change> after = changes(net, net == drawn.words() ? drawn.length() : net.length);
      assertThat(byEntry(after)).isEqualTo(reduced(before));
      assertThat(before).containsSubsequence(after);
    }
  }

  @Test
  void aSmallCommitStaysAsItIs() {
    WordList words = new WordList();
    words.addChange(WordList.INSERTION, 1, 2, 3, 2, 3);
    words.addChange(WordList.DELETION, 1, 2, 3, 2, 3);
    assertThat(OwnPairs.without(words.words(), words.length())).isSameAs(words.words());
  }
}
