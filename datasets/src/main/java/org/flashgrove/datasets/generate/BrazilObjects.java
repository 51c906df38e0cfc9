package org.flashgrove.datasets.generate;

import java.util.function.ObjLongConsumer;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;

/**
 * Objects of one kind, drawn one by one in Brazil.
 *
 * @param purpose a number that keeps these draws apart from others of the same seed
 * @param skew how unevenly places are chosen
 * @param kind draws one of them
 */
record BrazilObjects(long purpose, Skew skew, Kind kind) {
  /** A kind of objects. */
  @FunctionalInterface
  interface Kind {
    /**
     * Draws an object.
     *
     * @param places where objects are
     * @param draws what else is left to chance
     * @param region what it must lie in
     */
    Geometry draw(Places places, Draws draws, QueryRegion region, GeometryFactory factory);
  }

  /** Hands over {@code count} of them with ids from 1. */
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
