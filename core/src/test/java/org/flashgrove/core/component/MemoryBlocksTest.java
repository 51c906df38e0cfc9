package org.flashgrove.core.component;

class MemoryBlocksTest extends BlockSpaceContract {
  private MemoryBlocks last;

  @Override
  protected BlockSpace create(int pageSize, int blockPages) {
    last = new MemoryBlocks(pageSize, blockPages);
    return last;
  }

  @Override
  protected BlockSpace reopen() {
    last = last.reopened();
    return last;
  }
}
