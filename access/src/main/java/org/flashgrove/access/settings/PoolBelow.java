package org.flashgrove.access.settings;

import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.page.SlotPool;

/**
 * Settings of a page pool below a flash-aware buffer.
 *
 * @param text the settings as a spec
 * @param policy name of the replacement policy
 * @param bytes memory that the pool requests, in bytes
 * @param maker factory of the pool
 */
public record PoolBelow(String text, String policy, long bytes, Maker maker) {
  @FunctionalInterface
  public interface Maker {
    /**
     * Creates a page pool. Closing the pool closes {@code slots}.
     *
     * @param bytes memory of the pool in bytes, at most the requested memory
     */
    SlotPool over(PageStore slots, long bytes);
  }

  /** A kind of page pool. Modules add kinds as services, like {@link BufferKind}s. */
  public interface Kind {
    /** Returns the kind's name in specs: a letter, then letters and digits, in lower case. */
    String name();

    /**
     * Reads the keys of a spec and rejects unknown ones.
     *
     * @throws org.flashgrove.core.spec.SpecException if the spec is invalid; the message names the
     *     allowed values
     */
    PoolBelow read(Spec spec);
  }
}
