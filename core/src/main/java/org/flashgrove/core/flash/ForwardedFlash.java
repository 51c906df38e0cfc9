package org.flashgrove.core.flash;

import java.nio.ByteBuffer;

/** Raw flash that forwards to another raw flash. Subclasses count, observe or change the calls. */
public abstract class ForwardedFlash implements RawFlash {
  private final RawFlash flash;

  /** Creates a flash that forwards all calls to {@code flash}. */
  protected ForwardedFlash(RawFlash flash) {
    this.flash = flash;
  }

  @Override
  public final FlashGeometry geometry() {
    return flash.geometry();
  }

  @Override
  public void read(int block, int index, ByteBuffer content, ByteBuffer oob) {
    flash.read(block, index, content, oob);
  }

  @Override
  public void program(int block, int index, ByteBuffer content, ByteBuffer oob) {
    flash.program(block, index, content, oob);
  }

  @Override
  public void erase(int block) {
    flash.erase(block);
  }

  @Override
  public final int nextIndex(int block) {
    return flash.nextIndex(block);
  }

  @Override
  public final int eraseCount(int block) {
    return flash.eraseCount(block);
  }

  @Override
  public final int endurance() {
    return flash.endurance();
  }

  @Override
  public final boolean isBad(int block) {
    return flash.isBad(block);
  }

  @Override
  public final void markBad(int block) {
    flash.markBad(block);
  }
}
