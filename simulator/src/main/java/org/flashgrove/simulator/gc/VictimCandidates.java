package org.flashgrove.simulator.gc;

import java.util.Arrays;

/** Unordered set of candidate blocks with their numbers of valid pages. */
final class VictimCandidates {
  private final int[] blocks;
  private final int[] place;
  private final int[] valid;
  private int count;

  VictimCandidates(int blockCount) {
    blocks = new int[blockCount];
    place = new int[blockCount];
    valid = new int[blockCount];
    Arrays.fill(place, -1);
  }

  void add(int block, int validPages) {
    place[block] = count;
    blocks[count++] = block;
    valid[block] = validPages;
  }

  void setValid(int block, int validPages) {
    valid[block] = validPages;
  }

  void remove(int block) {
    int hole = place[block];
    if (hole < 0) {
      return;
    }
    int last = blocks[--count];
    blocks[hole] = last;
    place[last] = hole;
    place[block] = -1;
  }

  int count() {
    return count;
  }

  int block(int index) {
    return blocks[index];
  }

  int valid(int block) {
    return valid[block];
  }
}
