package org.flashgrove.access.table;

/** Rescued tables whose geometries have a lazily maintained LSM R-tree. */
class LsmTableSalvageTest extends TableSalvageTest {
  @Override
  String index() {
    return "lsm:memory=64K,block=16K,maintenance=lazy";
  }
}
