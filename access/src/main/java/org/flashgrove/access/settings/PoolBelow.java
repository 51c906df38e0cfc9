package org.flashgrove.access.settings;

import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.page.SlotPool;

/**
 * Settings of a generic pool below a flash-aware buffer.
 *
 * @param text its settings as a spec
 * @param policy name of its replacement policy
 * @param bytes memory in bytes that it requests
 * @param maker factory of the pool
 */
public record PoolBelow(String text, String policy, long bytes, Maker maker) {
  @FunctionalInterface
  public interface Maker {
    /**
     * Creates a pool over slots, which it closes.
     *
     * @param bytes memory in bytes, at most the requested memory
     */
    SlotPool over(PageStore slots, long bytes);
  }

  /** A kind of pool. Modules add kinds as services, like {@link BufferKind}s. */
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
