package org.flashgrove.datasets.generate;

import java.util.function.ObjLongConsumer;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Generator of objects of one kind in Brazil.
 *
 * @param purpose number that selects an own stream of random numbers, so that generators with the
 *     same seed draw different numbers
 * @param skew distribution of the places of objects
 * @param kind draws one object
 */
record BrazilObjects(long purpose, Skew skew, Kind kind) {
  /** Kind of objects. */
  @FunctionalInterface
  interface Kind {
    /**
     * Draws an object.
     *
     * @param places source of places
     * @param draws source of all other random numbers
     * @param region region that must contain the object
     */
    Geometry draw(Places places, Draws draws, QueryRegion region, GeometryFactory factory);
  }

  /** Generates {@code count} objects with ids from 1, and passes each to a sink. */
  void generate(long count, long seed, ObjLongConsumer<Geometry> sink) {
    QueryRegion region = Brazil.region();
    Places places = new Places(region, skew, seed, purpose);
    Draws draws = new Draws(seed, purpose);
    GeometryFactory factory = new GeometryFactory();
    for (long id = 1; id <= count; id++) {
      sink.accept(kind.draw(places, draws, region, factory), id);
    }
  }
}
