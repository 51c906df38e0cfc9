package org.flashgrove.rawflash.logged;

import java.util.Arrays;
import org.flashgrove.storage.log.StoreLog;

/** Writes the changes of a MicroHash or MicroGF to the log of a store, and replays them. */
final class MicroPart extends RawFlashPart {
  private final LoggedMicro structure;

  MicroPart(LoggedMicro structure) {
    super(structure);
    this.structure = structure;
  }

  @Override
  public void replay(long frame, int type, long[] words, int length) {
    int recordWords = structure.recordWords();
    boolean isKnown = type == StoreLog.CHANGES || type == StoreLog.CHECKPOINT_IMAGE;
    int records = (length - RecordWords.HEAD_WORDS) / recordWords;
    if (!isKnown || length != RecordWords.HEAD_WORDS + records * recordWords || records == 0) {
      throw damaged(frame, "impossible frame type " + type + " of " + length + " words");
    }
    if (words[1] == 1) {
      structure.beginAt(words[0]);
    }
    for (int i = 0; i < records; i++) {
      long ordinal = words[0] + i;
      if (ordinal < structure.nextOrdinal()) {
        count(true);
      } else if (ordinal > structure.nextOrdinal()) {
        throw damaged(
            frame, "begins at record " + ordinal + ", expected record " + structure.nextOrdinal());
      } else {
        int at = RecordWords.HEAD_WORDS + i * recordWords;
        structure.replay(frame, Arrays.copyOfRange(words, at, at + recordWords));
        count(false);
      }
    }
    structure.replayed(words[0] + records);
  }
}
