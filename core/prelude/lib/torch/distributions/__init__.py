# Distributions in running programs. While code is checked, all names are Unknown.
import _host

from . import bernoulli, categorical, constraints, distribution, exp_family, exponential, independent, kl, normal, uniform, utils

if _host.active:
    from ._continuous import Exponential, Normal, Uniform
    from ._discrete import Bernoulli, Categorical
    from ._distribution import Distribution, ExponentialFamily
    from ._independent import Independent
    from ._kl import kl_divergence, register_kl

    _MISSING = (
        'AbsTransform AffineTransform Beta Binomial CatTransform Cauchy Chi2 ComposeTransform ContinuousBernoulli CorrCholeskyTransform '
        'CumulativeDistributionTransform Dirichlet ExpTransform FisherSnedecor Gamma Geometric Gumbel HalfCauchy HalfNormal '
        'IndependentTransform InverseGamma Kumaraswamy LKJCholesky Laplace LogNormal LogisticNormal LowRankMultivariateNormal '
        'LowerCholeskyTransform MixtureSameFamily Multinomial MultivariateNormal NegativeBinomial OneHotCategorical '
        'OneHotCategoricalStraightThrough Pareto Poisson PositiveDefiniteTransform PowerTransform RelaxedBernoulli '
        'RelaxedOneHotCategorical ReshapeTransform SigmoidTransform SoftmaxTransform SoftplusTransform StackTransform '
        'StickBreakingTransform StudentT TanhTransform Transform TransformedDistribution VonMises Weibull Wishart biject_to '
        'identity_transform transform_to'
    ).split()

    def __getattr__(name):
        if name in _MISSING:
            from _stub_names import stub
            return stub('torch.distributions', name)
        raise AttributeError(f"module 'torch.distributions' has no attribute '{name}'")
