package org.flashgrove.lsm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.flashgrove.core.component.ComponentIndex;
import org.flashgrove.core.component.ComponentStore;
import org.flashgrove.core.spec.SpecException;
import org.flashgrove.grove.block.BlockFooters;
import org.flashgrove.grove.fence.BlockFences;
import org.flashgrove.grove.fence.StoredBlock;
import org.flashgrove.lsm.merge.EntryOrdering;
import org.flashgrove.lsm.merge.LsmConfig;
import org.flashgrove.lsm.merge.StoredComponent;

/**
 * Restores an index from its log and writes checkpoint images. It reads the frames described by
 * {@link LsmFrames}, rejects invalid ones, and reads the footers of blocks.
 */
final class LsmRecovery {
  /** Number of words at which a frame with changes ends and the next frame begins. */
  private static final int FRAME_WORDS = 1 << 16;

  private static final int MANIFEST_WORDS = 5 + EntryOrdering.PARTS;

  private final LsmContent content;
  private final ComponentStore store;
  private final LsmConfig config;
  private boolean started; // whether a frame was restored
  private boolean freezes; // whether the next frames of the checkpoint image have frozen changes
  private boolean checkpointed; // whether no further frame of a checkpoint image may follow

  LsmRecovery(LsmContent content, ComponentStore store, LsmConfig config) {
    this.content = content;
    this.store = store;
    this.config = config;
  }

  void restore(long frame, ComponentIndex.Kind kind, long[] words, int length) {
    if (kind == ComponentIndex.Kind.CHECKPOINT_IMAGE) {
      restoreCheckpointImage(frame, words, length);
    } else {
      requireComplete(frame);
      checkpointed = true;
      if (kind == ComponentIndex.Kind.EDIT) {
        restoreEdit(frame, words, length);
      } else {
        LsmFrames.requireChanges(frame, words, length);
        content.apply(frame, words, length);
      }
    }
    started = true;
  }

  /**
   * Checks that a checkpoint image is complete. Throws an exception if the image announced frozen
   * changes (of a flush) that have not followed.
   */
  void requireComplete(long frame) {
    if (freezes) {
      throw LsmFrames.damaged(frame, "a checkpoint image without its end");
    }
  }

  private void restoreCheckpointImage(long frame, long[] words, int length) {
    long type = LsmFrames.word(frame, words, length, 0);
    if (type == LsmFrames.MANIFEST && !started) {
      long entries = LsmFrames.word(frame, words, length, 1);
      long flushes = LsmFrames.word(frame, words, length, 2);
      long frozen = LsmFrames.word(frame, words, length, 3);
      if (entries < 0 || flushes < 0 || frozen < 0 || frozen > 1) {
        throw LsmFrames.damaged(frame, "impossible numbers of a checkpoint image");
      }
      takeDomain(LsmFrames.domain(frame, words, length, 4));
      requireComparator(LsmFrames.word(frame, words, length, MANIFEST_WORDS - 1));
      freezes = frozen == 1;
      content.restoreManifest(LsmFrames.components(frame, words, length, MANIFEST_WORDS), entries);
      content.jobs().restoreFlushes(flushes);
    } else if (type == LsmFrames.FROZEN && freezes || type == LsmFrames.ACTIVE && started) {
      if (checkpointed) {
        throw LsmFrames.damaged(frame, "a part of a checkpoint image out of order");
      }
      if (type == LsmFrames.ACTIVE && freezes) {
        freezes = false;
        content.restoreFreeze();
      }
      long[] changes = Arrays.copyOfRange(words, 1, length);
      LsmFrames.requireChanges(frame, changes, changes.length);
      content.restoreChanges(changes, 0, changes.length);
    } else {
      throw LsmFrames.damaged(frame, "a part of a checkpoint image out of order");
    }
  }

  private void takeDomain(double[] found) {
    boolean none = Arrays.equals(found, new double[EntryOrdering.PARTS]);
    EntryOrdering ordering = content.ordering();
    if (none || !config.comparator().needsDomain()) {
      return;
    }
    if (!ordering.isKnown()) {
      content.define(found);
    } else if (!Arrays.equals(ordering.definition(), found)) {
      throw new SpecException(
          "lsm: domain="
              + text(ordering.definition())
              + " differs from the domain of the store; use domain="
              + text(found));
    }
  }

  private static String text(double[] domain) {
    return domain[0] + "/" + domain[1] + "/" + domain[2] + "/" + domain[3];
  }

  private void requireComparator(long ordinal) {
    EntryOrdering.Kind[] kinds = EntryOrdering.Kind.values();
    if (ordinal < 0 || ordinal >= kinds.length) {
      throw LsmFrames.damaged(0, "an impossible comparator");
    }
    if (ordinal != config.comparator().ordinal()) {
      throw new SpecException(
          "lsm: comparator="
              + config.comparator().name().toLowerCase(Locale.ROOT)
              + " differs from the comparator of the store; use comparator="
              + kinds[(int) ordinal].name().toLowerCase(Locale.ROOT));
    }
  }

  private void restoreEdit(long frame, long[] words, int length) {
    long type = LsmFrames.word(frame, words, length, 0);
    if (type == LsmFrames.DOMAIN) {
      takeDomain(LsmFrames.domain(frame, words, length, 1));
    } else if (type == LsmFrames.FREEZE && !content.memory().isFrozen()) {
      content.restoreFreeze();
    } else if (type == LsmFrames.FLUSHED && content.memory().isFrozen()) {
      long flushes = LsmFrames.word(frame, words, length, 1);
      List<StoredComponent> made = LsmFrames.components(frame, words, length, 2);
      long expected = content.jobs().flushes() + (made.isEmpty() ? 0 : 1);
      if (flushes != expected || made.size() > 1) {
        throw LsmFrames.damaged(frame, "a flush out of order");
      }
      content.publishFlush(made);
      content.jobs().restoreFlushes(flushes);
    } else if (type == LsmFrames.MERGED) {
      int[] inputs = LsmFrames.positions(frame, words, length, 1);
      long level = LsmFrames.word(frame, words, length, 2 + inputs.length);
      if (level < 0 || level > Byte.MAX_VALUE || !content.stored().canMerge(inputs, level)) {
        throw LsmFrames.damaged(frame, "a merge of components that are not there");
      }
      List<StoredComponent> made = LsmFrames.components(frame, words, length, 3 + inputs.length);
      content.publishMerge(inputs, (int) level, made);
    } else if (type == LsmFrames.LOADED && content.memory().isEmpty()) {
      restoreLoad(frame, words, length);
    } else {
      throw LsmFrames.damaged(frame, "an edit out of order");
    }
  }

  private void restoreLoad(long frame, long[] words, int length) {
    long flushes = LsmFrames.word(frame, words, length, 1);
    long loaded = LsmFrames.word(frame, words, length, 2);
    List<StoredComponent> made = LsmFrames.components(frame, words, length, 3);
    long records = made.stream().mapToLong(StoredComponent::records).sum();
    if (flushes <= content.jobs().flushes() || loaded != records || content.entries() != 0) {
      throw LsmFrames.damaged(frame, "a load out of order");
    }
    content.publishLoad(made, loaded);
    content.jobs().restoreFlushes(flushes);
  }

  // Footers

  /**
   * Reads the footers of all blocks. Returns the same components with the page metadata of their
   * blocks.
   */
  ComponentSet withFences(ComponentSet unread) {
    BlockFooters footers = new BlockFooters(store);
    for (int b = 0; b < unread.blocks(); b++) {
      footers.add(unread.block(b).block());
    }
    BlockFences[] fences = footers.read(config.subBoxes());
    List<StoredComponent> all = new ArrayList<>();
    int next = unread.blocks();
    for (int c = 0; c < unread.size(); c++) {
      StoredComponent component = unread.component(c);
      StoredBlock[] blocks = new StoredBlock[component.blocks().length];
      next -= blocks.length; // blocks of the youngest component come first
      for (int b = 0; b < blocks.length; b++) {
        blocks[b] = withFences(component.blocks()[b], fences[next + b]);
        if (b > 0 && blocks[b].fences().lowKey() < blocks[b - 1].fences().highKey()) {
          throw BlockFooters.damaged(blocks[b], "is not behind the one before");
        }
      }
      all.add(
          new StoredComponent(
              component.level(), component.records(), component.deletions(), blocks));
    }
    return ComponentSet.of(all);
  }

  private static StoredBlock withFences(StoredBlock block, BlockFences fences) {
    if (fences.residualPages() > 0) {
      throw BlockFooters.damaged(block, "does not agree with the log about its entries");
    }
    return BlockFooters.withFences(block, fences);
  }

  // Checkpoint images

  /** Writes a checkpoint image with the components and the changes in memory. */
  void checkpointImage(ComponentIndex.CheckpointImageSink sink) {
    boolean frozen = content.memory().isFrozen();
    LsmFrames frames = new LsmFrames();
    frames.add(LsmFrames.MANIFEST).add(content.entries()).add(content.jobs().flushes());
    frames.add(frozen ? 1 : 0).addDomain(content.ordering().definition());
    frames.add(config.comparator().ordinal());
    List<StoredComponent> components = new ArrayList<>();
    for (int c = 0; c < content.stored().size(); c++) {
      components.add(content.stored().component(c));
    }
    frames.addComponents(components);
    sink.append(frames.words(), frames.length());
    if (frozen) {
      appendChanges(frames, true, sink);
    }
    appendChanges(frames, false, sink);
  }

  private void appendChanges(
      LsmFrames frames, boolean frozen, ComponentIndex.CheckpointImageSink sink) {
    int type = frozen ? LsmFrames.FROZEN : LsmFrames.ACTIVE;
    frames.clear().add(type);
    content
        .memory()
        .addChanges(
            frames,
            frozen,
            () -> {
              if (frames.length() >= FRAME_WORDS) {
                sink.append(frames.words(), frames.length());
                frames.clear().add(type);
              }
            });
    sink.append(frames.words(), frames.length());
  }
}
