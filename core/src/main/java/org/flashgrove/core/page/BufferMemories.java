package org.flashgrove.core.page;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.flashgrove.core.spec.SpecException;

/**
 * Kinds of buffer memory, and the one that this process uses: the kind named by the system property
 * {@value #PROPERTY} when the first buffer is allocated, or else direct byte buffers.
 */
public final class BufferMemories {
  /** The system property. */
  public static final String PROPERTY = "flashgrove.memory";

  private static final BufferMemory DIRECT = new DirectMemory();

  private static volatile BufferMemory chosen;

  private BufferMemories() {}

  /**
   * Returns the memory of this process.
   *
   * @throws SpecException if the property names one that is not there or does not work
   */
  public static BufferMemory chosen() {
    BufferMemory memory = chosen;
    if (memory == null) {
      memory = named(System.getProperty(PROPERTY, DIRECT.name()));
      chosen = memory;
    }
    return memory;
  }

  /**
   * Returns a memory.
   *
   * @throws SpecException if it is not there or does not work
   */
  public static BufferMemory named(String name) {
    if (name.equals(DIRECT.name())) {
      return DIRECT;
    }
    List<String> names = new ArrayList<>(List.of(DIRECT.name()));
    for (BufferMemory each :
        ServiceLoader.load(BufferMemory.class, BufferMemory.class.getClassLoader())) {
      String obstacle = each.obstacle();
      if (each.name().equals(name)) {
        if (obstacle != null) {
          throw new SpecException("memory of buffers " + name + ": " + obstacle);
        }
        return each;
      }
      if (obstacle == null) {
        names.add(each.name());
      }
    }
    throw new SpecException(
        "memory of buffers '" + name + "' (allowed: " + String.join(", ", names) + ")");
  }
}
