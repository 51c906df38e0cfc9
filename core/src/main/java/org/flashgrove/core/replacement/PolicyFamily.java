package org.flashgrove.core.replacement;

import java.util.List;
import org.flashgrove.core.spec.Spec;

/** Replacement policies by their names in specs. Other modules register families as services. */
public interface PolicyFamily {
  /** Returns the names of the policies, each of which is one word. */
  List<String> names();

  /**
   * Reads the parameters of a policy.
   *
   * @param name one of {@link #names}
   * @param spec the spec; only the keys of this policy are read
   * @throws org.flashgrove.core.spec.SpecException if a value is not allowed
   */
  PolicyMaker read(String name, Spec spec);
}
