/**
 * Flash translation layers, which provide logical pages that can be overwritten although flash must
 * be erased first.
 */
package org.flashgrove.simulator.ftl;
