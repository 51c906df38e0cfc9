package org.flashgrove.access.settings;

import org.flashgrove.core.page.PageStore;
import org.flashgrove.core.spec.Spec;
import org.flashgrove.storage.page.SlotPool;

/**
 * A generic pool below a flash-aware buffer.
 *
 * @param text its settings as a spec
 * @param policy name of the policy that replaces pages
 * @param bytes memory that it asks for
 * @param maker makes it
 */
public record PoolBelow(String text, String policy, long bytes, Maker maker) {
  /** Makes a pool. */
  @FunctionalInterface
  public interface Maker {
    /**
     * Makes a pool over slots, which it closes.
     *
     * @param bytes its memory, at most what it asks for
     */
    SlotPool over(PageStore slots, long bytes);
  }

  /** A kind of such pools. Modules add them as services, as {@link BufferKind}s. */
  public interface Kind {
    /** Returns the kind's name in specs: a letter, then letters and digits, in lower case. */
    String name();

    /**
     * Reads the keys of a spec and rejects unknown ones.
     *
     * @throws org.flashgrove.core.spec.SpecException whose message states what is allowed
     */
    PoolBelow read(Spec spec);
  }
}
