/** Flash translation layers: overwritable logical pages on flash. */
package org.flashgrove.simulator.ftl;
