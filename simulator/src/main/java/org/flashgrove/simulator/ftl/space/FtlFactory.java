package org.flashgrove.simulator.ftl.space;

/**
 * Factory of translation layers with a given configuration. The device creates a new translation
 * layer after each power loss.
 */
@FunctionalInterface
public interface FtlFactory {
  /**
   * Creates a translation layer for {@code flash}. If the flash is not completely erased, the
   * caller must call {@link FlashTranslationLayer#recover()} next.
   */
  FlashTranslationLayer open(FlashOperations flash);
}
