package org.flashgrove.access.structure;

import static java.util.Objects.requireNonNull;

import org.flashgrove.access.kind.Structure;
import org.flashgrove.core.spec.SpecException;

/** Finds the structures of a store by their names. */
public interface StructureLookup {
  /**
   * Returns the structure with a name.
   *
   * @throws SpecException if there is none; the message lists the names
   */
  Structure structure(String name);

  /**
   * Returns the structure with a name, cast to a class that its module documents.
   *
   * @throws SpecException if there is none, or it has another class
   */
  default <S> S structure(String name, Class<S> type) {
    requireNonNull(type, "type");
    return require(structure(name), type, "one of class " + type.getSimpleName());
  }

  /**
   * Returns the spatial tree with a name.
   *
   * @throws SpecException if there is no such tree
   */
  default SpatialStructure spatial(String name) {
    return require(structure(name), SpatialStructure.class, "a spatial tree, such as rstar");
  }

  /**
   * Returns the grove with a name.
   *
   * @throws SpecException if there is no such grove
   */
  default GroveStructure grove(String name) {
    return require(structure(name), GroveStructure.class, "a grove");
  }

  /**
   * Returns the spatial index with a name: a spatial tree or an index of sealed blocks.
   *
   * @throws SpecException if there is no such index
   */
  default EntryStructure entries(String name) {
    return require(structure(name), EntryStructure.class, "a spatial index");
  }

  /**
   * Returns the key tree with a name.
   *
   * @throws SpecException if there is no such tree
   */
  default KeyStructure keys(String name) {
    return require(structure(name), KeyStructure.class, "a key tree");
  }

  /**
   * Returns the structure of pairs with a name, such as a key tree.
   *
   * @throws SpecException if there is no such structure
   */
  default PairStructure pairs(String name) {
    return require(structure(name), PairStructure.class, "a key tree");
  }

  /**
   * Returns the structure of records in time order with a name.
   *
   * @throws SpecException if there is no such structure
   */
  default TimeStructure times(String name) {
    return require(structure(name), TimeStructure.class, "records by time");
  }

  /**
   * Returns the structure of records with a name.
   *
   * @throws SpecException if there are no such records
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
