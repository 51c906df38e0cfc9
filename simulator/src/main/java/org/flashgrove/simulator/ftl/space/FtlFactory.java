package org.flashgrove.simulator.ftl.space;

/** Makes a translation layer of one kind and configuration; again after each power loss. */
@FunctionalInterface
public interface FtlFactory {
  /**
   * Returns a layer over erased flash, or one whose {@link FlashTranslationLayer#recover()} comes
   * next.
   */
  FlashTranslationLayer open(FlashOperations flash);
}
