/** Objects that move: freely or along routes. */
package org.flashgrove.datasets.generate.motion;
