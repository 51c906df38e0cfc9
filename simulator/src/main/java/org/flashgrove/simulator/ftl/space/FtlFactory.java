package org.flashgrove.simulator.ftl.space;

/**
 * Factory of a translation layer with a given configuration. It creates a new layer after each
 * power loss.
 */
@FunctionalInterface
public interface FtlFactory {
  /**
   * Creates a layer over erased flash, or over used flash if {@link
   * FlashTranslationLayer#recover()} is called next.
   */
  FlashTranslationLayer open(FlashOperations flash);
}
