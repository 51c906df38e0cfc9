package org.flashgrove.grove.merge;

/**
 * What the next step does. Each kind of step has a class of its own, so that each is compiled by
 * itself, and not all of a merge's code in one piece that is thrown away when any of it meets
 * something new.
 */
enum MergePhase {
  SAMPLE {
    @Override
    void step(PartialMerge merge) {
      merge.sample();
    }
  },
  COLLECT {
    @Override
    void step(PartialMerge merge) {
      merge.collect();
    }
  },
  TILE {
    @Override
    void step(PartialMerge merge) {
      merge.tile();
    }
  },
  ENCODE {
    @Override
    void step(PartialMerge merge) {
      merge.encode();
    }
  },
  REST {
    @Override
    void step(PartialMerge merge) {
      merge.writeRest();
    }
  },
  COPY {
    @Override
    void step(PartialMerge merge) {
      merge.copy();
    }
  },
  DONE {
    @Override
    void step(PartialMerge merge) {
      throw new IllegalStateException("the merge is done");
    }
  };

  abstract void step(PartialMerge merge);
}
