package org.flashgrove.rawflash.logged;

import org.flashgrove.storage.log.StoreLog;

/** Writes the changes of a μ-tree to the log of a store, and replays them. */
final class MuTreePart extends RawFlashPart {
  private final LoggedMuTree tree;

  MuTreePart(LoggedMuTree tree) {
    super(tree);
    this.tree = tree;
  }

  @Override
  public void replay(long frame, int type, long[] words, int length) {
    if (type != StoreLog.CHANGES && type != StoreLog.CHECKPOINT_IMAGE) {
      throw damaged(frame, "impossible frame type " + type + " for a μ-tree");
    }
    if (length % ChangeWords.WORDS != 0) {
      throw damaged(frame, "impossible changes of a μ-tree: " + length + " words");
    }
    boolean isThere = tree.holds(frame);
    for (int at = 0; at < length; at += ChangeWords.WORDS) {
      boolean isPresent = words[at] == ChangeWords.PUT;
      long key = words[at + 1];
      long value = words[at + 2];
      boolean isKnown = isPresent || words[at] == ChangeWords.REMOVE && value == 0;
      if (!isKnown || !tree.options().widths().holds(key, value)) {
        throw damaged(frame, "an impossible change of a μ-tree");
      }
      count(isThere);
      if (!isThere) {
        tree.replay(frame, key, isPresent, value);
      }
    }
  }
}
