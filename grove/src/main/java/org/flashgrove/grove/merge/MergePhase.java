package org.flashgrove.grove.merge;

/**
 * Phase of a merge, which determines its next step. Each phase is a separate class, so that the JIT
 * compiler compiles each phase separately. If one phase meets a new case, the compiled code of the
 * other phases stays valid.
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
