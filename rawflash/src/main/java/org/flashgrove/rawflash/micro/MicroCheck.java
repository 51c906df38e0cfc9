package org.flashgrove.rawflash.micro;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Verifies the invariants of a {@link MicroIndex}. */
final class MicroCheck {
  private static final int MOST_PROBLEMS = 100;

  private final MicroIndex index;
  private final List<String> problems = new ArrayList<>();

  MicroCheck(MicroIndex index) {
    this.index = index;
  }

  List<String> run() {
    Map<Long, Long> entries = new HashMap<>();
    index.walk(
        problems,
        (word, address) -> {
          boolean isLive = WaitingEntries.position(address) >= index.file.oldest();
          if (isLive && entries.put(address, word) != null) {
            add("two entries", address);
          }
        });
    long ordinal = index.firstOrdinal();
    long time = Long.MIN_VALUE;
    for (long page = index.file.oldest(); page < index.file.next(); page++) {
      if (!index.file.exists(page)) {
        continue;
      }
      index.file.load(page);
      MicroHead head = index.file.head();
      if (head.ordinal() != ordinal || head.time() < time) {
        problems.add("position " + page + ": record " + head.ordinal() + ", not " + ordinal);
      }
      ordinal = head.ordinal() + head.count();
      time = head.time();
      for (int slot = 0; slot < head.count(); slot++) {
        index.take(slot);
        Long word = entries.remove(WaitingEntries.address(page, slot));
        if (word == null || !index.matches(word)) {
          add(word == null ? "no entry" : "a wrong entry", WaitingEntries.address(page, slot));
        }
      }
    }
    if (ordinal != index.flashOrdinal()) {
      problems.add("flash: ends at record " + ordinal + ", not " + index.flashOrdinal());
    }
    entries.keySet().forEach(address -> add("an entry, but no record", address));
    return problems;
  }

  private void add(String cause, long address) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(
          "position "
              + WaitingEntries.position(address)
              + ", record "
              + WaitingEntries.slot(address)
              + ": "
              + cause);
    }
  }
}
