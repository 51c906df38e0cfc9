package org.flashgrove.access.structure;

import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.spec.SpecException;

/** Finds the structures of a store by their names. */
public interface StructureLookup {
  /**
   * Returns the structure of a name.
   *
   * @throws SpecException if there is none; the message lists the names
   */
  Structure structure(String name);

  /**
   * Returns the structure of a name as the class that the module of its kind documents.
   *
   * @throws SpecException if there is none, or it is of another class
   */
  default <S> S structure(String name, Class<S> type) {
    return require(structure(name), type, "one of class " + type.getSimpleName());
  }

  /**
   * Returns the spatial tree of a name.
   *
   * @throws SpecException if there is none
   */
  default SpatialStructure spatial(String name) {
    return require(structure(name), SpatialStructure.class, "a spatial tree, such as rstar");
  }

  /**
   * Returns the grove of a name.
   *
   * @throws SpecException if there is none
   */
  default GroveStructure grove(String name) {
    return require(structure(name), GroveStructure.class, "a grove");
  }

  /**
   * Returns the structure of a name that holds entries of an id and a rectangle: a spatial tree or
   * a grove.
   *
   * @throws SpecException if there is none
   */
  default EntryStructure entries(String name) {
    return require(structure(name), EntryStructure.class, "a spatial index");
  }

  /**
   * Returns the key tree of a name.
   *
   * @throws SpecException if there is none
   */
  default KeyStructure keys(String name) {
    return require(structure(name), KeyStructure.class, "a key tree");
  }

  /**
   * Returns the structure of a name that holds pairs, such as a key tree.
   *
   * @throws SpecException if there is none
   */
  default PairStructure pairs(String name) {
    return require(structure(name), PairStructure.class, "a key tree");
  }

  /**
   * Returns the structure of a name that keeps records in the order of time.
   *
   * @throws SpecException if there is none
   */
  default TimeStructure times(String name) {
    return require(structure(name), TimeStructure.class, "records by time");
  }

  /**
   * Returns the records of a name.
   *
   * @throws SpecException if there are none
   */
  default RecordStructure records(String name) {
    return require(structure(name), RecordStructure.class, "records");
  }

  private static <S> S require(Structure found, Class<S> type, String allowed) {
    if (!type.isInstance(found)) {
      throw new SpecException(
          "structure '" + found.name() + "' is " + found.spec() + " (allowed: " + allowed + ")");
    }
    return type.cast(found);
  }
}
