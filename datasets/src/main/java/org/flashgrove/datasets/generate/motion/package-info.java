/** Generators of moving objects, which move freely or along routes. */
package org.flashgrove.datasets.generate.motion;
