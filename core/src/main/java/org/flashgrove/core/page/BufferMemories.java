package org.flashgrove.core.page;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.flashgrove.core.spec.SpecException;

/**
 * Kinds of buffer memory. A process uses the kind that the system property {@value #PROPERTY} names
 * when the first buffer is allocated, by default direct byte buffers.
 */
public final class BufferMemories {
  /** Name of the system property that selects the kind of memory. */
  public static final String PROPERTY = "flashgrove.memory";

  private static final BufferMemory DIRECT = new DirectMemory();

  private static volatile BufferMemory chosen;

  private BufferMemories() {}

  /**
   * Returns the kind of memory that this process uses.
   *
   * @throws SpecException if the property names a kind that does not exist or does not work
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
   * Returns the kind of memory with the given name.
   *
   * @throws SpecException if this kind does not exist or does not work in this process
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
