package org.flashgrove.access;

import java.util.Map;

/** Impossible numbers in the files of a store that has an LSM R-tree beside other structures. */
class LsmCraftedNumbersTest extends CraftedNumbersTest {
  @Override
  Map<String, String> structures() {
    Map<String, String> structures = super.structures();
    structures.put("lsm", "lsm:domain=0/0/1/1,memory=64K");
    return structures;
  }
}
