package org.flashgrove.access;

class LsmSalvageTest extends BlockSalvageContract {
  @Override
  String spec() {
    boolean isLeveled = random.nextBoolean();
    return "lsm:memory=42K," + (isLeveled ? "policy=leveled,level0=1,ratio=2" : "k=3");
  }

  @Override
  boolean areBlocksEnough() {
    return false;
  }
}
